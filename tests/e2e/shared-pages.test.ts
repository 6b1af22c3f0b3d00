import { openDatabase } from "db/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Fields, furnish, TABLE } from "../support/access-table";
import { signInWithCookies } from "../support/sign-in";
import { type Site, startSite } from "../support/site";

/** Pages that visitors share and that admins or games change. */
const SHARED = ["/", "/bio", "/bonus-hunt", "/bonus-hunt/past", "/mini-games", "/slots", "/store"];
const VISITOR = "age-verified=true; language=en";

let site: Site;
let admin: string;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
	furnish(site);
	admin = await signInWithCookies(site, "admin", "en");
});
afterAll(() => site?.close());

/** How often visitors have seen the store, over all attempts. */
let storeReads = 0;

async function read(path: string, headers: Record<string, string> = {}) {
	if (path === "/store" && !headers.cookie) storeReads += 1;
	const response = await fetch(site.origin + path, {
		headers: { cookie: VISITOR, accept: "text/html", "accept-encoding": "gzip", ...headers },
	});
	expect(response.status, path).toBe(200);
	const html = await response.text();
	const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? "";
	expect(response.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
	// A rendered page is sent without its length.
	return { html, nonce, isShared: response.headers.has("content-length") };
}

/** Without what each answer has its own of, and how long ago things were. */
const told = ({ html, nonce }: { html: string; nonce: string }) =>
	html
		.replaceAll(nonce, "NONCE")
		.replace(/(\\"readAt\\",)[\d.]+/, "$1TIME")
		.replace(/(\\"requestId\\",\\")[\w-]+/, "$1ID")
		.replaceAll(/just now|\d+ minutes? ago/g, "AGO");

/** Rendered for this one who asks: whoever takes no gzip shares no page. */
const readAnew = async (path: string) => {
	const page = await read(path, { "accept-encoding": "identity" });
	expect(page.isShared).toBe(false);
	return told(page);
};

async function send(path: string, fields: Record<string, string>, cookie = admin) {
	const response = await fetch(site.origin + path, {
		method: "POST",
		headers: { cookie, "sec-fetch-site": "same-origin" },
		body: new URLSearchParams(fields),
		redirect: "manual",
	});
	await response.arrayBuffer();
	return response.status;
}

it("gives visitors one page, each with a nonce and a request's id of their own, and counts each of them", async () => {
	let pages: Awaited<ReturnType<typeof read>>[] = [];
	// A page is kept for a second, which a busy machine may need for one.
	await expect
		.poll(async () => {
			await read("/store");
			pages = await Promise.all([1, 2, 3].map(() => read("/store")));
			return pages.map(({ isShared }) => isShared);
		})
		.toEqual([true, true, true]);
	expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(3);
	expect(new Set(pages.map(told)).size).toBe(1);
	const ids = pages.map(({ html }) => /requestId\\",\\"([\w-]+)/.exec(html)?.[1]);
	expect(new Set(ids).size).toBe(3);
	await expect.poll(() => site.logs()).toContain(ids[0]);
	expect(told(pages[0] as (typeof pages)[number])).toBe(await readAnew("/store"));

	const db = openDatabase(`file:${site.database}`);
	await expect
		.poll(() =>
			db
				.selectFrom("event_counts")
				.select("count")
				.where("event", "=", "page_view")
				.where("label", "=", "/store")
				.executeTakeFirst(),
		)
		.toMatchObject({ count: storeReads });
	await db.destroy();
});

it("stays in memory whoever is refused meanwhile", async () => {
	await expect
		.poll(async () => {
			await read("/slots");
			expect(await send("/nowhere", {}, VISITOR)).toBe(405);
			expect(await send("/preferences", { theme: "light" }, VISITOR)).toBe(302);
			return (await read("/slots")).isShared;
		})
		.toBe(true);
});

it("gives nobody a page of another language, theme, age or query, nor one of somebody signed in", async () => {
	await read("/");
	const askers: Record<string, string>[] = [
		{ cookie: "age-verified=true; language=pt" },
		{ cookie: `${VISITOR}; theme=light` },
		{ cookie: "language=en" },
		{ cookie: admin },
		{ cookie: `${VISITOR}; notice=signedOut` },
	];
	for (const headers of askers) {
		expect((await read("/", headers)).isShared, JSON.stringify(headers)).toBe(false);
	}
	expect((await read("/?a=1")).isShared).toBe(false);
	const own = await read("/", { cookie: admin });
	expect(own).toMatchObject({ isShared: false, html: expect.stringContaining('data-testid="username"') });
	await read("/?b=1", { "x-forwarded-host": "evil.example:81" });
	const visitor = await read("/?b=1");
	expect(visitor.html).not.toContain('data-testid="username"');
	expect(visitor.html).not.toContain("evil.example");
});

it("shows visitors at once what any form of the site has changed", async () => {
	let changed = 0;
	for (const [id, { path, post }] of Object.entries(TABLE)) {
		// Sign-in and sign-out would end the session that writes.
		if (!post || /log(in|out)/.test(path)) continue;
		const fields: Fields = post.fields ?? (() => ({ any: "thing" }));
		const before = await Promise.all(SHARED.map(async (page) => told(await read(page))));
		await expect.poll(async () => (await read("/store")).isShared, { message: "pages are kept" }).toBe(true);
		const status = await send(path.replace(/^\/preferences.*/, "/preferences"), fields());
		expect(status, id).toBeLessThan(500);
		const after = await Promise.all(SHARED.map(async (page) => told(await read(page))));
		const anew = await Promise.all(SHARED.map(readAnew));
		for (const [at, page] of SHARED.entries()) {
			expect(after[at], `${page} after ${id}`).toBe(anew[at]);
			if (after[at] !== before[at]) changed += 1;
		}
	}
	expect(changed, "pages that some form has changed").toBeGreaterThan(5);
});

it("shows visitors at once what another program has written", async () => {
	await read("/");
	expect((await read("/")).isShared).toBe(true);
	const db = openDatabase(`file:${site.database}`);
	await db
		.insertInto("social_links")
		.values({ platform: "youtube", url: "https://www.youtube.com/@elsewhere" })
		.onConflict((conflict) =>
			conflict.column("platform").doUpdateSet({ url: "https://www.youtube.com/@elsewhere" }),
		)
		.execute();
	await db.destroy();
	expect((await read("/")).html).toContain("@elsewhere");
});
