import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "db/open";
import type { Browser } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { expectQuiet, newPage } from "../../support/browser/browser";
import { addRecords, TABLE } from "../../support/data/access-table";
import { openShelf } from "../../support/data/store-content";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import type { Site } from "../../support/site/site";
import { sendUnnormalised } from "../../support/site/watched-site";

/** The pages whose routes declare `shared`. */
const SHARED = Object.entries(TABLE)
	.filter(([id]) => existsSync(`app/${id}.tsx`))
	.filter(([id]) => /^\tshared: \w+,$/m.test(readFileSync(`app/${id}.tsx`, "utf8")))
	.map(([, { path }]) => path.replace("?index", ""));
const VISITOR = "age-verified=true; language=en";
const TTL_MS = 1000;
const METRICS_TOKEN = "a-token-for-the-tests-of-shared-pages";

let site: Site;
let browser: Browser;
let admin: string;
shareSite((shared) => ({ site, browser } = shared), { env: { RATE_LIMIT_SCALE: "1000", METRICS_TOKEN } });
beforeAll(async () => {
	addRecords(site);
	admin = await signInWithCookies(site, "admin", "en");
});

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(site.origin + path, {
		headers: { cookie: VISITOR, accept: "text/html", "accept-encoding": "gzip", ...headers },
	});

async function read(path: string, headers: Record<string, string> = {}) {
	const response = await get(path, headers);
	expect(response.status, path).toBe(200);
	return response.text();
}

/** The page rendered for this request only: a client without gzip bypasses the cache. */
const readUncached = (path: string) => read(path, { "accept-encoding": "identity" });

async function metrics() {
	const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
	const text = await (await fetch(`${site.origin}/metrics`, { headers })).text();
	const value = (from: string) =>
		Number(new RegExp(`plateia_page_cache_total\\{from="${from}"\\} (\\d+)`).exec(text)?.[1]);
	return { rendered: value("render"), shared: value("memory") + value("shared-render") };
}

it("visitors get the same headers and bytes of a shared page, and each view is counted", async () => {
	const before = await metrics();
	const responses = await Promise.all(
		Array.from({ length: 8 }, () => sendUnnormalised(site, "/terms", HEAD)),
	);
	const after = await metrics();
	expect(after.rendered - before.rendered + after.shared - before.shared).toBe(8);
	expect(after.shared - before.shared).toBeGreaterThan(0);
	const own = ({ headers, text }: (typeof responses)[number]) => {
		const { date, "keep-alive": _, connection, ...fixed } = Object.fromEntries(headers);
		return JSON.stringify({ fixed, text });
	};
	// The rendered response passes Remix and Express, the others come from the cache.
	expect(new Set(responses.map(own)).size).toBe(1);
	expect(responses[0]?.headers.get("cache-control")).toBe("no-store");
	expect(responses[0]?.headers.get("vary")).toBe("Accept-Encoding");
	expect(responses[0]?.headers.get("content-encoding")).toBe("gzip");

	const db = openDatabase(site.databaseUrl);
	const views = db.selectFrom("event_counts").select("count").where("event", "=", "page_view");
	await expect
		.poll(() => views.where("label", "=", "/terms").executeTakeFirst())
		.toMatchObject({ count: responses.length });
	await db.destroy();
});

const HEAD = { cookie: VISITOR, "accept-encoding": "gzip" };

it("the shared pages are found by the declarations of their routes", () => {
	expect(SHARED).toEqual(expect.arrayContaining(["/", "/store", "/terms"]));
});

it.each(SHARED)(
	"%s contains no value of a single request, and its policy lists each of its scripts",
	async (path) => {
		const response = await get(path);
		const html = await response.text();
		expect(html).toBe(await readUncached(path));
		expect(html).not.toMatch(/nonce=|readAt|requestId\\",\\"[\w-]{36}/);
		const policy = response.headers.get("content-security-policy") ?? "";
		expect(policy).not.toMatch(/nonce-|unsafe/);
		const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
		expect(scripts.length).toBeGreaterThan(3);
		for (const text of scripts) {
			expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
		}
	},
);

it("a page of another language, theme, age or query, or of a signed-in viewer is never served from the cache", async () => {
	const visitors = await read("/store");
	const cases: [headers: Record<string, string>, holds: RegExp][] = [
		[{ cookie: "age-verified=true; language=pt" }, /<html lang="pt" class="dark"/],
		[{ cookie: `${VISITOR}; theme=light` }, /<html lang="en" class="light"/],
		[{ cookie: "language=en" }, /name="age-verified"|action="\/preferences/],
		[{ cookie: admin }, /data-testid="username"/],
		[{ cookie: `${VISITOR}; notice=signedOut` }, /<html lang="en" class="dark"/],
	];
	for (const [headers, expected] of cases) {
		const page = await read("/store", headers);
		expect(page).toMatch(expected);
		expect(page === visitors, JSON.stringify(headers)).toBe(false);
		expect(await read("/store")).toBe(visitors);
	}
	expect(await read("/store?a=1")).not.toBe(visitors);
});

it.each<[string, Record<string, string>]>([
	["Host", { host: "evil.example" }],
	["X-Forwarded-Host", { "x-forwarded-host": "evil.example:81", "x-forwarded-port": "81" }],
	["X-Forwarded-Proto", { "x-forwarded-proto": "evil", forwarded: "host=evil.example;proto=evil" }],
	["another path", { "x-original-url": "/evil", "x-rewrite-url": "/evil" }],
	["another method", { "x-http-method-override": "POST", "x-method-override": "evil" }],
	["Referer and Origin", { referer: "https://evil.example/", origin: "https://evil.example" }],
	["User-Agent", { "user-agent": "<script>evil()</script>" }],
	["Accept", { accept: "evil/evil", "accept-language": "pt-evil", "content-type": "evil" }],
	["conditional headers", { "if-none-match": "*", range: "bytes=0-1", "if-modified-since": "evil" }],
	[
		"headers of Remix",
		{ "x-remix-response": "evil", "x-remix-reload-document": "evil", purpose: "prefetch" },
	],
	["an invalid preference", { cookie: `${VISITOR}; theme=<script>evil()</script>` }],
	["invalid duplicates of preferences", { cookie: `${VISITOR}; language=evil; age-verified=evil` }],
	[
		"cookies of other pages",
		{ cookie: `${VISITOR}; plinko-demo=evil; return-to=evil; social-posts=evil; i18n=evil` },
	],
])("a page rendered for a hostile request head equals any other: %s", async (name, headers) => {
	const path = `/bio?${encodeURIComponent(name)}`;
	const before = await metrics();
	const [first] = await Promise.all([sendUnnormalised(site, path, { ...HEAD, ...headers }), sleep(20)]);
	const html = await read(path);
	// On a busy machine the second request may arrive after the cached page has expired.
	expect((await metrics()).shared - before.shared).toBeLessThanOrEqual(1);
	expect(first.status).toBe(200);
	expect(html).not.toContain("evil");
	expect(html).toBe(await readUncached(path));
});

it.each(["session=planted", "notice=planted"])(
	"a request with a planted %s bypasses the shared pages",
	async (cookie) => {
		const before = await metrics();
		const response = await get("/bio", { cookie: `${VISITOR}; ${cookie}` });
		expect(response.status).toBe(200);
		expect(await metrics()).toEqual(before);
		const next = await get("/bio");
		expect(next.headers.getSetCookie()).toEqual([]);
		expect(await next.text()).toBe(await readUncached("/bio"));
	},
);

it("an admin sees a change immediately, and visitors within a second, also for writes of another program", async () => {
	const send = (fields: Record<string, string>) =>
		fetch(`${site.origin}/social/links`, {
			method: "POST",
			headers: { cookie: admin, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams(fields),
			redirect: "manual",
		});
	expect((await send({})).status).toBeLessThan(500);
	await read("/");
	const db = openDatabase(site.databaseUrl);
	const url = "https://t.me/@elsewhere";
	await db
		.insertInto("social_links")
		.values({ platform: "telegram", url })
		.onConflict((conflict) => conflict.column("platform").doUpdateSet({ url }))
		.execute();
	await db.destroy();
	expect(await read("/", { cookie: admin })).toContain("@elsewhere");
	await sleep(TTL_MS);
	expect(await read("/")).toContain("@elsewhere");
});

it("an error page is not shared: each visitor sees their own request id, also with scripts", async () => {
	const shelf = openShelf(site);
	shelf.run("alter table slots rename to slots_away");
	await sleep(TTL_MS);
	const page = await newPage(browser, site.origin, { lang: "en" });
	try {
		const responses = await Promise.all([1, 2, 3].map(() => get("/slots")));
		const references = await Promise.all(
			responses.map(async (response) => {
				expect(response.status).toBe(500);
				return /Reference: (?:<!-- -->)?([\w-]{36})/.exec(await response.text())?.[1] ?? "none";
			}),
		);
		expect(new Set(references).size).toBe(3);
		for (const reference of references) await expect.poll(() => site.logs()).toContain(reference);

		await page.goto(`${site.origin}/slots`);
		const shown = page.getByText("Reference: ");
		const reference = await shown.innerText();
		await page.waitForFunction(() => Reflect.has(window, "__remixRouter"));
		await page.waitForTimeout(200);
		expect(await shown.innerText()).toBe(reference);
		// At client-side navigation it is the id of the data request.
		await page.goto(`${site.origin}/store`);
		await page.getByRole("link", { name: "Slots", exact: true }).first().click();
		await shown.waitFor();
		const next = await shown.innerText();
		expect(next).not.toBe(reference);
		await expect.poll(() => site.logs()).toContain(next.replace("Reference: ", ""));
		await expectQuiet(page, [/500/, /Unexpected Server Error/]);
	} finally {
		shelf.run("alter table slots_away rename to slots");
		shelf.close();
		await page.context().close();
	}
	expect(await read("/slots")).toBe(await readUncached("/slots"));
});
