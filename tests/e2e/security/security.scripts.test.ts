import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { newPage } from "../../support/browser/browser";
import { signIn } from "../../support/browser/journey";
import { addRecords, TABLE } from "../../support/data/access-table";
import { openCatalogueRows } from "../../support/data/catalogue-rows";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import type { Site } from "../../support/site/site";

/** Each string breaks out of a different context: text, attribute, script, title, comment, URL. */
const HOSTILE = [
	`<script>planted()</script>`,
	`"><img src=x onerror=planted()>`,
	`</script><script>planted()</script>`,
	`</title></textarea></style><svg onload=planted()>`,
	`' autofocus onfocus=planted() x='`,
	`--><iframe srcdoc="<script>parent.planted()</script>">`,
	`\u2028";planted();//\\`,
];
const ALL = HOSTILE.join(" ");
const short = (most: number, at = 0) => (HOSTILE[at % HOSTILE.length] ?? "").slice(0, most);

let site: Site;
let browser: Browser;
shareSite((shared) => ({ site, browser } = shared), { env: { RATE_LIMIT_SCALE: "100" } });

/** All texts that users may write, stored through the forms or, if a form refuses them, directly. */
beforeAll(async () => {
	addRecords(site);
	site.provider.rename("carla", short(60, 1));
	const [admin, carla] = [await signInWithCookies(site, "admin"), await signInWithCookies(site, "carla")];
	const submit = (path: string, fields: Record<string, string>, cookie = admin) =>
		fetch(site.origin + path, {
			method: "POST",
			redirect: "manual",
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams(fields),
		});
	const rows = openCatalogueRows(site);
	rows.run(
		"update store_items set name = ?, description = ?, question = ?, image = ?",
		ALL,
		ALL,
		ALL,
		`javascript:${ALL}`,
	);
	const redeemForm = { ...TABLE["routes/store.$id.redeem"]?.post?.fields(), answer: short(60, 4) };
	expect((await submit("/store/mug/redeem", redeemForm, carla)).headers.get("location")).toContain("order=");
	await submit("/fairness", { intent: "rotate", clientSeed: short(64, 2) }, carla);
	await submit("/mini-games/plinko", TABLE["routes/mini-games.plinko"]?.post?.fields() ?? {}, carla);
	await submit(
		"/points/page",
		{ isPublic: "on", showsPoints: "on", showsWins: "on", showsSince: "on" },
		carla,
	);
	const hunt = {
		intent: "start",
		idempotencyKey: crypto.randomUUID(),
		title: short(60, 3),
		startCost: "100",
		stopLoss: "5",
	};
	await submit("/bonus-hunt/manage", hunt);
	const [order] = rows.all("select id from orders");
	await submit("/orders", { intent: "cancel", order: String(order?.id), note: ALL });

	rows.run(
		"update slots set name = ?, provider = ?, description = ?, image = ?",
		ALL,
		ALL,
		ALL,
		`x" onerror="planted()`,
	);
	rows.run(
		"update promotions set title = ?, description = ?, promocode = ?, cashback = ?, image_url = ?",
		ALL,
		ALL,
		ALL,
		ALL,
		"javascript:planted()",
	);
	rows.run("update users set twitch_username = ? where twitch_username like '%planted%'", ALL);
	rows.close();
	const settings = {
		revision: "0",
		name: short(40),
		taglinePt: ALL.slice(0, 100),
		taglineEn: ALL.slice(0, 100),
		soloDraw: "even",
	};
	const saved = await submit("/settings", { ...settings, aboutEn: ALL, aboutPt: ALL });
	expect(saved.status).toBe(302);
});

/** Reports on a page whether any injected script ran or was blocked only by the policy. */
async function watched(page: Page): Promise<string[]> {
	const seen: string[] = [];
	page.on("dialog", (dialog) => {
		seen.push(`dialog ${dialog.message()}`);
		void dialog.dismiss();
	});
	await page.exposeFunction("planted", () => void seen.push("ran"));
	await page.exposeFunction("sawViolation", (what: string) => void seen.push(what));
	await page.addInitScript(() => {
		document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
			Reflect.get(window, "sawViolation")(`${violatedDirective} ${blockedURI} ${sample}`),
		);
	});
	return seen;
}

/** Elements and URLs that only injected text could have created. */
const injectedElements = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll("*")]
			.filter(
				(element) =>
					[...element.attributes].some(
						({ name, value }) =>
							name.startsWith("on") ||
							(/^(href|src|action|formaction)$/.test(name) && /^\s*javascript:/i.test(value)),
					) ||
					(element.localName === "iframe" && element.hasAttribute("srcdoc")) ||
					(element.localName === "script" && /^planted/.test(element.textContent ?? "")),
			)
			.map((element) => element.outerHTML.slice(0, 200)),
	);

const coded = encodeURIComponent(ALL);
const PATHS = [
	...new Set(
		Object.entries(TABLE).flatMap(([id, { path }]) =>
			/export|logout|login$|callback|live$|healthz|metrics|not-found|image|api\.|info|delete|disable|new$|import|care|terms|privacy|cookies|help|events|picture|icon|robots|manifest|sw$|avatars|offline|hooks/.test(
				id,
			)
				? []
				: (path.split("?")[0] ?? "/"),
		),
	),
].map(
	(path) =>
		`${path}?q=${coded}&reason=${coded}&status=${coded}&edit=${coded}&order=${coded}&after=${coded}#${coded}`,
);

/** An admin sees everything that other users see, and more. A viewer also has some personal pages. */
const OWN = /^\/(points|fairness)\b/;

it.each(["carla", "admin"])("no stored text and no URL parameter runs as script for %s", async (name) => {
	const page = await newPage(browser, site.origin, { lang: "en" });
	const seen = await watched(page);
	try {
		await signIn(page, site, name);
		for (const path of [
			...PATHS.filter((path) => name === "admin" || OWN.test(path)),
			`/players/${coded}`,
			`/store/${coded}/redeem`,
			"/store/mug/redeem",
			"/bonus-hunt/past",
		]) {
			await page.goto(site.origin + path, { waitUntil: "load" });
			expect(await injectedElements(page), path.slice(0, 40)).toEqual([]);
			expect(seen, path.slice(0, 40)).toEqual([]);
		}
	} finally {
		await page.context().close();
	}
});

it("the policy would block an injected script, and the test would detect it", async () => {
	const page = await newPage(browser, site.origin, { lang: "en" });
	const seen = await watched(page);
	try {
		await page.goto(`${site.origin}/store`, { waitUntil: "load" });
		await page.evaluate(() => {
			const image = document.createElement("div");
			image.innerHTML = `<img src="/none.png" onerror="planted()"><iframe srcdoc="<script>parent.planted()</script>"></iframe>`;
			const script = document.createElement("script");
			script.textContent = "planted()";
			document.body.append(image, script);
		});
		await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2);
		expect(seen.join("\n")).toMatch(/script-src/);
		expect(seen).not.toContain("ran");
	} finally {
		await page.context().close();
	}
});

it("another site can neither frame this one nor read its responses", async () => {
	const page = await browser.newPage();
	try {
		await page.route("https://evil.example/", (route) =>
			route.fulfill({ contentType: "text/html", body: `<iframe src="${site.origin}/store"></iframe>` }),
		);
		await page.goto("https://evil.example/");
		const frame = page.frames()[1];
		expect(await frame?.evaluate(() => document.body.innerText).catch(() => "")).not.toMatch(
			/Mug|Loja|Store/,
		);
		const read = await page.evaluate(
			(origin) =>
				fetch(`${origin}/points/export`, { credentials: "include" }).then(
					() => "read",
					() => "a cross-origin read is blocked",
				),
			site.origin,
		);
		expect(read).toBe("a cross-origin read is blocked");
	} finally {
		await page.close();
	}
});
