/** What the browser makes of hostile texts, of the content security policy, and of a busy site. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusals } from "../../app/i18n/en/refusals";
import { busyAnswer } from "../../app/pages/busy.server";
import { expectQuiet, newPage } from "../support/browser/browser";
import { signIn } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { addRecords, TABLE } from "../support/data/access-table";
import { openCatalogueRows } from "../support/data/catalogue-rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";
import { workerSite } from "../support/site/worker-site";

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
const short = (most: number, at = 0) => (HOSTILE[at] ?? "").slice(0, most);
const PLINKO = "/mini-games/plinko";

let site: Site;
let browser: Browser;
beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { RATE_LIMIT_SCALE: "100" } }), workerBrowser()]);
	await storeHostileTexts();
});
afterAll(() => site?.close());

/** All texts that users may write, stored by the forms or, if a form refuses them, directly. */
async function storeHostileTexts() {
	addRecords(site);
	site.provider.rename("carla", short(60, 1));
	const [admin, carla] = [await signInWithCookies(site, "admin"), await signInWithCookies(site, "carla")];
	async function submit(path: string, fields: Record<string, string>, cookie = admin) {
		const headers = { cookie, "sec-fetch-site": "same-origin" };
		const body = new URLSearchParams(fields);
		const { status } = await fetch(site.origin + path, { method: "POST", redirect: "manual", headers, body });
		expect([200, 302], path).toContain(status);
	}
	const rows = openCatalogueRows(site);
	rows.run(
		"update store_items set name = ?, description = ?, question = ?, image = ?",
		...[ALL, ALL, ALL, `javascript:${ALL}`],
	);
	const redeem = { ...TABLE["routes/store.$id.redeem"]?.post?.fields(), answer: short(60, 4) };
	await submit("/store/mug/redeem", redeem, carla);
	await submit("/fairness", { intent: "rotate", clientSeed: short(64, 2) }, carla);
	await submit(PLINKO, TABLE["routes/mini-games.plinko"]?.post?.fields() ?? {}, carla);
	const shown = { isPublic: "on", showsPoints: "on", showsWins: "on", showsSince: "on" };
	await submit("/points/page", shown, carla);
	const hunt = { title: short(60, 3), startCost: "100", stopLoss: "5", idempotencyKey: crypto.randomUUID() };
	await submit("/bonus-hunt/manage", { intent: "start", ...hunt });
	const [order] = rows.all("select id from orders");
	await submit("/orders", { intent: "cancel", order: String(order?.id), note: ALL });
	rows.run(
		"update slots set name = ?, provider = ?, description = ?, image = ?",
		...[ALL, ALL, ALL, `x" onerror="planted()`],
	);
	rows.run(
		"update promotions set title = ?, description = ?, promocode = ?, cashback = ?, image_url = ?",
		...[ALL, ALL, ALL, ALL, "javascript:planted()"],
	);
	rows.run("update users set twitch_username = ? where twitch_username like '%planted%'", ALL);
	rows.close();
	const taglines = { CHANNEL_TAGLINE: ALL.slice(0, 100), CHANNEL_TAGLINE_EN: ALL.slice(0, 100) };
	const settings = { form: "channel", intent: "save", revision: "0", CHANNEL_NAME: short(40), ...taglines };
	await submit("/settings", { ...settings, CHANNEL_ABOUT_EN: ALL, CHANNEL_ABOUT: ALL });
}

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
const QUERY = `?q=${coded}&reason=${coded}&status=${coded}&edit=${coded}&order=${coded}&after=${coded}#${coded}`;
/** The pages with texts of others, and one page of each kind that shows its parameters. */
const PAGES = {
	carla: ["/points", "/points/orders", "/points/history", "/fairness", "/notifications"],
	admin: [
		...["/", "/store", "/store/mug/redeem", "/store/cup/edit", "/slots", "/slots/cup/play", "/promotions"],
		...["/bonus-hunt", "/bonus-hunt/manage", "/bonus-hunt/past", "/bonus-hunt/overlay", "/mini-games"],
		...["/orders", "/user-points", "/changes", "/settings", "/bio", "/login/failed", `/players/${coded}`],
	],
};

it("no stored text and no URL parameter runs as script", async () => {
	const page = await newPage(browser, site.origin, { lang: "en" });
	const seen = await watched(page);
	for (const [name, paths] of Object.entries(PAGES)) {
		await signIn(page, site, name);
		for (const path of paths) {
			await page.goto(site.origin + path + QUERY, { waitUntil: "load" });
			expect(await injectedElements(page), path).toEqual([]);
			expect(seen, path).toEqual([]);
		}
	}
	await page.context().close();
});

it("the policy would block an injected script, and the test would detect it", async () => {
	const page = await newPage(browser, site.origin, { lang: "en" });
	const seen = await watched(page);
	// Hydration takes foreign elements out and puts them back, so the elements are added after it.
	await page.goto(`${site.origin}/store`);
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
	expect(await injectedElements(page)).not.toEqual([]);
	await page.context().close();
});

it("another site can neither frame this one nor read its responses", async () => {
	const page = await browser.newPage();
	await page.route("https://evil.example/", (route) =>
		route.fulfill({ contentType: "text/html", body: `<iframe src="${site.origin}/store"></iframe>` }),
	);
	await page.goto("https://evil.example/");
	const frame = page.frames()[1];
	const text = await frame?.evaluate(() => document.body.innerText).catch(() => "");
	expect(text).not.toMatch(/Mug|Loja|Store/);
	const read = await page.evaluate(
		(origin) =>
			fetch(`${origin}/points/export`, { credentials: "include" }).then(
				() => "read",
				() => "a cross-origin read is blocked",
			),
		site.origin,
	);
	expect(read).toBe("a cross-origin read is blocked");
	await page.close();
});

/** An action's response in Remix's single fetch encoding. */
const actionData = (data: Record<string, string | boolean>): string => {
	const keys = Object.keys(data).map((_key, at) => [`_${3 + 2 * at}`, 4 + 2 * at]);
	const flat = Object.entries(data).flat();
	return `${JSON.stringify([{ _1: 2 }, "data", Object.fromEntries(keys), ...flat])}\n`;
};

it("shows a player that the site is busy, and retries a page automatically", async () => {
	const { origin } = workerSite();
	const page = await newPage(browser, origin, { lang: "en" });
	await page.goto(origin + PLINKO);
	const busy = {
		status: 503,
		headers: { "Content-Type": "text/x-script; charset=utf-8" },
		body: actionData({ ok: false, code: "siteBusy", message: refusals.siteBusy }),
	};
	await page.route(`**${PLINKO}.data*`, (route) => route.fulfill(busy), { times: 1 });
	const drop = page.getByRole("button", { name: /^Drop/ });
	await drop.click();
	await page.getByText("The site is very busy").waitFor();
	await drop.click();
	await page.getByText("The site is very busy").waitFor({ state: "detached" });

	let requests = 0;
	await page.route("**/store.data*", (route) => {
		requests += 1;
		if (requests > 1) return route.continue();
		const { body } = busyAnswer({ url: "/store.data", cookie: "language=en", accept: "*/*" });
		return route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body });
	});
	await page.goto(origin);
	await page.locator('nav a[href="/store"]').first().click();
	await page.waitForURL("**/store");
	await page.getByRole("heading", { level: 1, name: "Store" }).waitFor();
	expect(requests).toBe(2);
	await expectQuiet(page, [/503/]);
	await page.context().close();
});
