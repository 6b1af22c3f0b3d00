/** The pages that visitors share, and the encoding of all pages. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addRecords, TABLE } from "../support/data/access-table";
import { atNoon } from "../support/site/noon";
import { openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";
import { sendUnnormalised } from "../support/site/watched-site";

/** The pages whose routes declare `shared`. */
const SHARED = Object.entries(TABLE)
	.filter(([id]) => existsSync(`app/${id}.tsx`))
	.filter(([id]) => /^\tshared: \w+,$/m.test(readFileSync(`app/${id}.tsx`, "utf8")))
	.map(([, { path }]) => path.replace("?index", ""));
const VISITOR = "age-verified=true; language=en";
const HEAD = { cookie: VISITOR, "accept-encoding": "gzip" };
const METRICS_TOKEN = "a-token-for-the-tests-of-shared-pages";

let site: Site;
let rows: Rows;
let admin: string;
const coverage = mkdtempSync(join(tmpdir(), "plateia-coverage-"));

beforeAll(async () => {
	site = await startSite({
		env: { ...atNoon(), RATE_LIMIT_SCALE: "1000", METRICS_TOKEN, NODE_V8_COVERAGE: coverage },
	});
	addRecords(site);
	rows = openRows(site);
	admin = await signInWithCookies(site, "admin", "en");
});
afterAll(async () => {
	rows?.close();
	await site?.close();
	rmSync(coverage, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(site.origin + path, { headers: { ...HEAD, accept: "text/html", ...headers }, redirect: "manual" });

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
	expect(Object.fromEntries(responses[0]?.headers ?? [])).toMatchObject({
		...{ "cache-control": "no-store, no-transform", vary: "Accept-Encoding", "content-encoding": "gzip" },
	});
	const views = "select count from event_counts where event = 'page_view' and label = '/terms'";
	await read("/analytics", { cookie: admin });
	expect(rows.one(views).count).toBe(responses.length);
});

it("the shared pages are found by the declarations of their routes", () => {
	expect(SHARED).toEqual(expect.arrayContaining(["/", "/store", "/terms"]));
});

it.each(SHARED)(
	"%s contains no value of a single request, and its policy lists each of its scripts",
	async (path) => {
		const response = await get(path);
		const html = await response.text();
		expect(html).toBe(await readUncached(path));
		expect(html).not.toMatch(/nonce=|readAt|requestId","[\w-]{36}/);
		const policy = response.headers.get("content-security-policy") ?? "";
		expect(policy).not.toMatch(/nonce-|unsafe/);
		// Without the page's data, which do not run.
		const run = html.matchAll(/<script(?! type="application\/json")[^>]*>([\s\S]*?)<\/script>/g);
		const scripts = [...run].map(([, text = ""]) => text);
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
		{ cookie: `${VISITOR}; games-demo=evil; return-to=evil; social-posts=evil; i18n=evil` },
	],
])("a page rendered for a hostile request head equals any other: %s", async (name, headers) => {
	const path = `/bio?${encodeURIComponent(name)}`;
	const first = await sendUnnormalised(site, path, { ...HEAD, ...headers });
	// From the cache, unless the machine is so busy that the first page has expired.
	const html = await read(path);
	// Another host is redirected to the site's own address.
	expect(first.status).toBe(name === "Host" ? 302 : 200);
	expect(html).not.toContain("evil");
	expect(html).toBe(await readUncached(path));
});

it.each(["session=planted", "notice=planted"])(
	"a request with a planted %s bypasses the shared pages",
	async (cookie) => {
		const before = await metrics();
		expect((await get("/bio", { cookie: `${VISITOR}; ${cookie}` })).status).toBe(200);
		expect(await metrics()).toEqual(before);
		const next = await get("/bio");
		expect(next.headers.getSetCookie()).toEqual([]);
		expect(await next.text()).toBe(await readUncached("/bio"));
	},
);

it("an admin sees a change immediately, and visitors soon, also for writes of another program", async () => {
	await read("/");
	rows.run("insert into social_links (platform, url) values ('telegram', 'https://t.me/@elsewhere')");
	expect(await read("/", { cookie: admin })).toContain("@elsewhere");
	await expect.poll(() => read("/")).toContain("@elsewhere");
});

/**
 * What is the same whenever a viewer opens a page: no scripts, keys and times of day, and no avatar, which the site fetches in the
 * background.
 */
const shownOn = (html: string) =>
	html
		.replace(/<script[\s\S]*?<\/script>/g, "")
		.replace(/value="[\da-f-]{36}"/g, "")
		.replace(/\d\d:\d\d/g, "")
		.replace(/<img src="\/avatars\/[^>]*>/g, "");

it("viewers share pieces of pages, and no page has anything of another viewer", async () => {
	const viewers = {
		admin,
		ana: await signInWithCookies(site, "ana", "en"),
		bruno: await signInWithCookies(site, "bruno", "pt"),
	};
	const paths = ["/", "/store", "/mini-games", "/bonus-hunt", "/points", "/help", "/store?sort=newest"];
	for (const path of paths) {
		const pages = await Promise.all(
			Object.entries(viewers).map(async ([name, cookie]) => [name, await read(path, { cookie })] as const),
		);
		for (const [name, page] of pages) {
			expect(page, path).toContain(`data-testid="username">${name}<`);
			const others = Object.keys(viewers).filter((other) => other !== name && other !== "admin");
			expect(
				others.filter((other) => page.includes(`>${other}<`)),
				path,
			).toEqual([]);
			// Now from the pieces that all have left.
			const again = await read(path, { cookie: viewers[name as keyof typeof viewers] });
			expect(shownOn(again), path).toBe(shownOn(page));
		}
	}
	expect(await read("/store", { cookie: admin })).toContain('href="/store/mug/edit"');
	expect(await read("/store", { cookie: viewers.ana })).not.toContain("/store/mug/edit");
	expect(await read("/", { cookie: viewers.ana })).not.toContain("/settings/admins");
	expect(await read("/", { cookie: admin })).toContain('href="/settings"');
});

it("a piece does not depend on the address of the page for which it was made", async () => {
	const paths = [
		"/",
		"/mini-games",
		"/mini-games/plinko",
		"/store",
		"/bonus-hunt",
		"/events",
		"/earn",
		"/points",
	];
	const ana = await signInWithCookies(site, "ana", "en");
	const shown = async (path: string) => shownOn(await read(path, { cookie: ana }));
	const pages: string[][] = [];
	for (const order of [paths, [...paths].reverse()]) {
		await site.restart();
		// An address in capitals shows the same page, and renders its pieces first.
		for (const path of order.map((path) => path.toUpperCase())) await shown(path);
		const read = new Map<string, string>();
		for (const path of order) read.set(path, await shown(path));
		pages.push(paths.map((path) => read.get(path) ?? ""));
	}
	const [first = [], second = []] = pages;
	for (const [at, path] of paths.entries()) {
		expect(first[at], path).toBe(second[at]);
		expect(first[at], path).not.toMatch(/href="\/[A-Z]/);
	}
});

it("an error page is not shared, nor a part of it: each visitor sees their own request id", async () => {
	const styles = (html: string) => html.match(/<link rel="stylesheet"[^>]*>/g);
	const before = styles(await read("/slots"));
	// A theme in which the page was not rendered before.
	const light = { cookie: `${VISITOR}; theme=light` };
	rows.script("alter table slots rename to slots_away");
	try {
		await expect.poll(async () => (await get("/slots", light)).status).toBe(500);
		await expect.poll(async () => (await get("/slots")).status).toBe(500);
		const references = await Promise.all(
			Array.from({ length: 3 }, async () => {
				const response = await get("/slots");
				expect(response.status).toBe(500);
				return /Reference: (?:<!-- -->)?([\w-]{36})/.exec(await response.text())?.[1] ?? "none";
			}),
		);
		expect(new Set(references).size).toBe(3);
		for (const reference of references) await expect.poll(site.logs).toContain(reference);
	} finally {
		rows.script("alter table slots_away rename to slots");
	}
	expect(await read("/slots")).toBe(await readUncached("/slots"));
	expect(styles(await read("/slots", light))).toEqual(before);
});

it("the server encodes the data of all routes with turbo-stream and decodes nothing with it", async () => {
	for (const [place, { path }] of Object.values(TABLE).entries()) {
		const [pathname = "", search = ""] = path.split("?");
		const data = `${pathname === "/" ? "/_root" : pathname}.data${search && `?${search}`}`;
		await (await get(data, { cookie: place % 5 ? admin : VISITOR })).arrayBuffer();
		if (place % 5 === 1) await (await get(path, { cookie: admin })).arrayBuffer();
	}
	await site.stop();
	/** Call counts of a function, one for each copy of the module that the process has loaded. */
	const callsOf = (name: string): number[] =>
		readdirSync(coverage).flatMap((file) => {
			const { result }: Coverage = JSON.parse(readFileSync(join(coverage, file), "utf8"));
			return result
				.filter(({ url }) => url.includes("/node_modules/turbo-stream/dist/turbo-stream."))
				.flatMap(({ functions }) => functions)
				.filter(({ functionName }) => functionName === name)
				.map(({ ranges }) => ranges[0]?.count ?? 0);
		});
	expect(Math.max(...callsOf("encode"))).toBeGreaterThan(50);
	expect(callsOf("decode")).not.toEqual([]);
	expect(Math.max(...callsOf("decode"))).toBe(0);
});

interface Coverage {
	result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}
