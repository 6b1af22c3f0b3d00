/**
 * What holds for every page: it fits its window, axe finds nothing, and the browser reports nothing.
 * axe checks each page at one width and, if visitors may open it, by turns as a visitor and as an admin sees it; with
 * TEST_LONG=1, at both widths for both.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions, takeNoise } from "../support/browser/browser";
import { signIn } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { addRecords, TABLE } from "../support/data/access-table";
import { openCatalogueRows } from "../support/data/catalogue-rows";
import { type SiteWithContent, startSiteWithContent } from "../support/data/site-with-content";
import { openShelf } from "../support/data/store-content";
import { openRows } from "../support/site/rows";
import { isLong } from "../support/test-size";

/** Ninety pages: a minute on an idle machine. */
const QUARTER_OF_AN_HOUR = 900_000;
const WIDTHS = [360, 1280] as const;
const HEIGHT = 800;
/** A word wider than a phone. */
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const IS_NO_PAGE = /^\/(api|healthz|live$)|\/export$|\.\w{2,11}$/;

let content: SiteWithContent;
let browser: Browser;

beforeAll(async () => {
	[content, browser] = await Promise.all([startSiteWithContent(), workerBrowser()]);
	addRecords(content.site);
	const shelf = openShelf(content.site);
	shelf.add({ name: LONG, price: 123_456_789, question: LONG });
	shelf.close();
	const catalogue = openCatalogueRows(content.site);
	catalogue.addSlot({ name: LONG, provider: LONG });
	catalogue.addPromotion({ title: LONG, description: LONG, promocode: LONG });
	catalogue.close();
});
afterAll(() => content?.close());

/** The pages whose path names a record that only this site has. */
function recordPages(): string[] {
	const rows = openRows(content.site);
	const idOf = (table: string, where = "true") =>
		rows.one(`select id from ${table} where ${where} limit 1`).id;
	const ana = idOf("users", "twitch_username = 'ana'");
	const pages = [
		`/bonus-hunt/past/${idOf("hunts", "status <> 'open'")}`,
		`/user-points/${ana}`,
		`/user-points/${ana}/merge`,
	];
	rows.close();
	return pages;
}

/** Open here, closed on the site of the table. */
const CLOSED_ELSEWHERE = [
	"/predictions",
	...["dice", "wheel"].flatMap((game) => [`/mini-games/${game}`, `/mini-games/${game}/info`]),
];

/** The pages that visitors (0) or admins (2) may open. */
const pagesOf = (role: 0 | 2): string[] =>
	Object.values(TABLE)
		.filter(({ path, get }) => get[role] === 200 && path !== "/" && !IS_NO_PAGE.test(path))
		.map(({ path }) => path.replace("?index", ""))
		.concat(CLOSED_ELSEWHERE);

/** The example slot is on another site, which no test reaches. */
const EXPECTED = [/demogamesfree\.pragmaticplay\.net/, /recipient window's origin/];

/** Two thirds of the elements of most pages, and the same on all of them: axe checks them on one of ten pages. */
const FRAME = ["header:has(+ #site-navigation)", "#site-navigation", "footer"];

/**
 * What is wrong with a page, at each width. It is loaded at the other one than is checked, and then made wider or narrower.
 * @param without the parts that axe does not check; undefined if it does not check the page.
 */
async function faultsOf(
	page: Page,
	path: string,
	checked: number,
	without: readonly string[] | undefined,
): Promise<string[]> {
	const [first = checked] = WIDTHS.filter((width) => width !== checked);
	await page.setViewportSize({ width: first, height: HEIGHT });
	const response = await page.goto(content.site.origin + path);
	const faults = response?.status() === 200 ? [] : [`status ${response?.status()}`];
	for (const width of [first, checked]) {
		await page.setViewportSize({ width, height: HEIGHT });
		const overflow = await overflowAt(page);
		if (overflow > 0) faults.push(`${width} px: scrolls sideways by ${overflow} px`);
		if (!without || (!isLong && width !== checked)) continue;
		const found = await axe(page, without);
		faults.push(...found.map((fault) => `${width} px: ${fault}`));
	}
	faults.push(...(await takeNoise(page, EXPECTED)));
	return faults.map((fault) => `${path}: ${fault}`);
}

const overflowAt = (page: Page): Promise<number> =>
	page.evaluate(async () => {
		// After a change of the width, the layout is complete in the second frame.
		for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});

const VIEWS: (PageOptions & { role: 0 | 2; name: string; checked: number })[] = [
	{ role: 0, name: "visitors", lang: "en", theme: "light", checked: 360 },
	{ role: 2, name: "admins", lang: "pt", theme: "dark", checked: 1280 },
];

describe.each(VIEWS)("the pages of $name", ({ role, checked, ...options }) => {
	it(
		`fit ${WIDTHS.join(" and ")} px, are accessible and quiet`,
		async () => {
			const page = await newPage(browser, content.site.origin, { ...options, reducedMotion: true });
			if (role === 2) await signIn(page, content.site, "admin");
			const paths = [...pagesOf(role), ...(role === 2 ? recordPages() : [])];
			expect(paths.length).toBeGreaterThan(20);
			const faults: string[] = [];
			const others = pagesOf(role === 0 ? 2 : 0);
			const shared = pagesOf(0).filter((path) => pagesOf(2).includes(path));
			const isOwnTurn = (path: string) => shared.indexOf(path) % 2 === (role === 0 ? 0 : 1);
			let checks = 0;
			for (const path of paths) {
				const isChecked = isLong || !others.includes(path) || isOwnTurn(path);
				const without = isLong || checks % 10 === 0 ? [] : FRAME;
				if (isChecked) checks += 1;
				faults.push(...(await faultsOf(page, path, checked, isChecked ? without : undefined)));
			}
			await page.context().close();
			expect(faults).toEqual([]);
		},
		QUARTER_OF_AN_HOUR,
	);
});
