/** What holds for every page: it fits its window, axe finds nothing, and the browser reports nothing. */
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

const WIDTHS = [360, 1280] as const;
/** A word that no line of a phone holds. */
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const IS_NO_PAGE = /^\/(api|events|healthz|metrics|live|favicon|preferences|login\/callback)\b|\.\w{3,11}$/;

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

/** The address of a page of each route whose path names a record that only this site has. */
function recordPages(): Record<string, string> {
	const rows = openRows(content.site);
	const idOf = (table: string, where = "true") =>
		rows.one(`select id from ${table} where ${where} limit 1`).id;
	const ana = idOf("users", "twitch_username = 'ana'");
	const pages = {
		"routes/bonus-hunt.past.$id": `/bonus-hunt/past/${idOf("hunts", "status <> 'open'")}`,
		"routes/user-points.$id": `/user-points/${ana}`,
		"routes/user-points.$id.merge": `/user-points/${ana}/merge`,
	};
	rows.close();
	return pages;
}

/** The pages that a role may open, by their routes. */
const pagesOf = (role: 0 | 2): string[] =>
	Object.entries({ ...TABLE, root: undefined }).flatMap(([, row]) =>
		row && row.get[role] === 200 && !IS_NO_PAGE.test(row.path) ? row.path.replace("?index", "") : [],
	);

async function faultsOf(page: Page, path: string): Promise<string[]> {
	const faults: string[] = [];
	const response = await page.goto(content.site.origin + path);
	if (response?.status() !== 200) faults.push(`status ${response?.status()}`);
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 800 });
		const overflow = await page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement;
			return scrollWidth - clientWidth;
		});
		if (overflow > 0) faults.push(`${width} px: scrolls sideways by ${overflow} px`);
		faults.push(...(await axe(page)).map((violation) => `${width} px: ${violation}`));
	}
	return [...faults, ...(await takeNoise(page))].map((fault) => `${path}: ${fault}`);
}

const VIEWS: (PageOptions & { role: 0 | 2; name: string })[] = [
	{ role: 0, name: "a visitor's", lang: "en", theme: "light" },
	{ role: 2, name: "an admin's", lang: "pt", theme: "dark" },
];

describe.each(VIEWS)("$name pages", ({ role, ...options }) => {
	it(`fit ${WIDTHS.join(" and ")} px, are accessible and quiet`, async () => {
		const page = await newPage(browser, content.site.origin, { ...options, reducedMotion: true });
		if (role === 2) await signIn(page, content.site as never, "admin");
		const paths = [...pagesOf(role), ...(role === 2 ? Object.values(recordPages()) : [])];
		const faults: string[] = [];
		for (const path of paths) faults.push(...(await faultsOf(page, path)));
		await page.context().close();
		expect(faults).toEqual([]);
		expect(paths.length).toBeGreaterThan(20);
	}, 600_000);
});
