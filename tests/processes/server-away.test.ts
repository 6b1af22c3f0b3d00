/** The site while its PostgreSQL server is away. */
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cluster, startCluster } from "../support/postgres/cluster";
import { runCommand } from "../support/site/command";
import { signInWithCookies } from "../support/site/sign-in";
import { getPage, postForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";

const WAIT = { timeout: 60_000 };

let server: Cluster;
let site: Site;
let cookie: string;

beforeAll(async () => {
	// The server must not lose the session of the sign-in, which comes just before its end.
	server = startCluster({ synchronous_commit: "on" });
	const DATABASE_URL = server.url("postgres");
	const db = openDatabase(DATABASE_URL);
	await migrateToLatest(db);
	await db.destroy();
	site = await startSite({ env: { DATABASE_URL } });
	// Without the language cookie: each request below sets one.
	cookie = (await signInWithCookies(site, "ana")).replace(/\blanguage=[a-z]+(; )?/, "");
});
afterAll(async () => {
	await site?.close();
	await server?.remove();
});

it("pages are answered with 502 in the viewer's language, forms are refused, and the site recovers by itself", async () => {
	server.halt("immediate");
	for (const [language, text] of [
		["pt", "Os teus pontos estão seguros."],
		["en", "Your points are safe."],
	] as const) {
		for (const path of ["/", "/store", "/points/history", "/mini-games/plinko"]) {
			const { status, html } = await getPage(site.origin + path, { cookie }, language);
			expect([path, status]).toEqual([path, 502]);
			expect(html).toContain(text);
			expect(html).toContain(`<html lang="${language}"`);
		}
	}
	const form = { idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1, intent: "play" };
	const play = () => postForm(`${site.origin}/mini-games/plinko`, { cookie: `${cookie}; language=en` }, form);
	expect(await play()).toMatchObject({
		status: 503,
		data: { ok: false, code: "cannotStore", typed: { stake: "10" } },
	});
	// Without scripts.
	const posted = await fetch(`${site.origin}/mini-games/plinko`, {
		method: "POST",
		headers: { cookie, accept: "text/html", "sec-fetch-site": "same-origin" },
		body: new URLSearchParams({ ...form, stake: "10", balls: "1" }),
	});
	expect([posted.status, posted.headers.get("retry-after")]).toEqual([502, "5"]);
	expect((await fetch(`${site.origin}/healthz`)).status).toBe(503);

	server.start();
	await expect.poll(async () => (await fetch(`${site.origin}/healthz?leader`)).status, WAIT).toBe(200);
	expect(await play()).toMatchObject({ status: 200, data: { ok: true } });
	expect((await getPage(`${site.origin}/points/history`, { cookie }, "en")).status).toBe(200);
	expect(runCommand("audit", site)).toMatchObject({ status: 0 });
});
