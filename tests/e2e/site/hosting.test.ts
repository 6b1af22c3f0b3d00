/** The site behind nginx with the configuration of docs/hosting.md. */
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { openDatabase } from "db/database";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ITEM_FORM_BYTES } from "~/store/items/item-upload.server";
import { launchBrowser, newPage } from "../../support/browser/browser";
import { bet, cashOut, hasEnded, settledBets, switchLive } from "../../support/browser/crash-page";
import { journey, readPlayer, signIn } from "../../support/browser/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../../support/browser/plinko-page";
import { addShortFlights } from "../../support/data/crash-rows";
import { findNginx } from "../../support/site/ensure-nginx.mjs";
import { openStream } from "../../support/site/event-stream";
import { NGINX_CONF, nginxPorts, openClient, startNginx } from "../../support/site/nginx";
import { type Site, startSite } from "../../support/site/site";

const LIVE = "/mini-games/live-crash";
const MIB = 1024 * 1024;
const SAME_SITE = { "sec-fetch-site": "same-origin" };
const FORM = { ...SAME_SITE, "content-type": "application/x-www-form-urlencoded" };
const HTML = { accept: "text/html", cookie: "age-verified=true; language=en" };

let nginx: Awaited<ReturnType<typeof startNginx>>;
let ports: Awaited<ReturnType<typeof nginxPorts>>;
/** The server itself, used by nginx and the tests only. */
let behind: Site;
/** The origin in browsers. */
let site: Site;
let browser: Browser;
let admin: Page;
let watching: Awaited<ReturnType<typeof watchLive>>;
let clients = 0;

/** Each client has its own address, so that tests do not share limits. */
const newClient = () => openClient(nginx.origin, `127.0.0.${20 + clients++}`);

/** The arrival of each tick of the live game, directly from the site and through nginx. */
async function watchLive() {
	const topics = "/live?topics=live-crash,lobby";
	const headers = { cookie: "age-verified=true", ...SAME_SITE, "accept-encoding": "gzip, deflate, br" };
	const [direct, through] = [new Map<string, number>(), new Map<string, number>()];
	const note = (seen: Map<string, number>) => (text: string) => {
		for (const [tick] of text.matchAll(/event:live-crash\.tick\ndata:.*\n\n/g)) {
			seen.set(tick, performance.now());
		}
	};
	const stream = newClient().begin(topics, { headers });
	stream.on("data", note(through));
	const head = new Promise((resolve) => stream.once("response", resolve));
	await head;
	const { socket } = await openStream(behind.origin, topics, headers);
	socket.on("data", note(direct));
	return { direct, through, head };
}

describe.skipIf(!findNginx())("behind nginx", () => {
	beforeAll(async () => {
		ports = await nginxPorts();
		const publicOrigin = `https://localhost:${ports.https}`;
		const env = { TRUSTED_PROXY_HOPS: "1", CRASH_PAUSE_SCALE: "0.4" };
		[behind, browser] = await Promise.all([startSite({ publicOrigin, env }), launchBrowser()]);
		await behind.stop();
		const db = openDatabase(`file:${behind.database}`);
		await addShortFlights(db);
		await db.destroy();
		await behind.restart();
		nginx = await startNginx(ports, behind.origin);
		site = { ...behind, origin: nginx.origin };
		admin = await newPage(browser, site.origin, { lang: "en" });
		await signIn(admin, site, "admin", "/mini-games");
		watching = await watchLive();
		await switchLive(admin, site, "start");
	});
	afterAll(async () => {
		await browser?.close();
		await nginx?.close();
		await behind?.close();
	});

	it("a viewer signs in and plays a live round over HTTP/2, with a Secure session cookie", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				const protocols = new Map<string, string | undefined>();
				const network = await page.context().newCDPSession(page);
				network.on("Network.responseReceived", ({ response }) => {
					if (response.url.startsWith(site.origin)) {
						protocols.set(new URL(response.url).pathname, response.protocol);
					}
				});
				await network.send("Network.enable");
				const name = newPlayer();
				await signIn(page, site, name, LIVE);
				await scriptsRun(page);
				await bet(page);
				await cashOut(page);
				await hasEnded(page);
				const [stored] = await settledBets(site, name);
				const { points } = await readPlayer(site, name);
				expect(points).toBe(990 + (stored?.payout ?? Number.NaN));
				await expect.poll(() => number(page, "balance")).toBe(points);
				expect(protocols.get(LIVE)).toBe("h2");
				expect(protocols.get("/live")).toBe("h2");
				expect(new Set(protocols.values())).toEqual(new Set(["h2"]));
				const session = (await page.context().cookies()).find(({ name }) => name.endsWith("session"));
				expect(session).toMatchObject({
					name: "__Host-session",
					secure: true,
					httpOnly: true,
					sameSite: "Lax",
					path: "/",
				});
			},
			[REFUSED],
		));

	it("the frames of a stream are neither buffered nor compressed", async () => {
		const { direct, through, head } = watching;
		expect(await head).toMatchObject({
			":status": 200,
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		});
		expect(await head).not.toHaveProperty("content-encoding");
		const lags = () => [...direct].map(([tick, at]) => (through.get(tick) ?? Number.POSITIVE_INFINITY) - at);
		// Far less than nginx's buffer of 4 KB.
		await expect.poll(() => direct.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(10);
		await expect.poll(lags).not.toContain(Number.POSITIVE_INFINITY);
		const sorted = lags().sort((a, b) => a - b);
		expect(sorted[sorted.length >> 1]).toBeLessThan(100);
	});

	it("keeps a stream open beyond nginx's read timeout", async () => {
		const conf = await readFile(NGINX_CONF, "utf8");
		const live = /location = \/live \{([^}]*)\}/.exec(conf)?.[1] ?? "";
		const beatSeconds = 20;
		expect(Number(/proxy_read_timeout (\d+)s/.exec(live)?.[1])).toBeGreaterThan(2 * beatSeconds);
		expect(live).toContain("proxy_buffering off;");
	});

	it("a forged X-Forwarded-For does not bypass limits, and limits are per address", async () => {
		const flooder = newClient();
		const ask = (client: typeof flooder, forwarded: Record<string, string>) =>
			client.ask("/preferences", {
				method: "POST",
				headers: { ...FORM, ...forwarded },
				body: "theme=dark",
			});
		const statuses: number[] = [];
		for (let time = 0; time < 62; time += 1) {
			const invented = `203.0.113.${time}${time % 2 ? ", 198.51.100.7" : ""}`;
			statuses.push((await ask(flooder, { "x-forwarded-for": invented })).status);
		}
		expect(statuses.slice(0, 60)).toEqual(Array(60).fill(302));
		expect(statuses.slice(60)).toEqual([429, 429]);
		expect((await ask(newClient(), {})).status).toBe(302);
		expect(behind.logs()).not.toMatch(/"address":"(203\.0\.113|198\.51\.100|127\.0\.0\.1")/);
	});

	it("another host name gets no response, and http redirects to https", async () => {
		await expect(newClient().ask("/", { authority: "other.example", headers: HTML })).rejects.toThrow();
		const asked = (host: string) =>
			new Promise<string | undefined>((resolve, reject) => {
				request({ host: "127.0.0.1", port: ports.http, path: "/store?a=1", headers: { host } }, (answer) => {
					answer.resume();
					resolve(`${answer.statusCode} ${answer.headers.location}`);
				})
					.once("error", reject)
					.end();
			});
		expect(await asked("localhost")).toBe("301 https://localhost/store?a=1");
		await expect(asked("other.example")).rejects.toThrow();
	});

	it("the site itself refuses a form that is too large, nginx only one that is far too large", async () => {
		const cookie = (await admin.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
		const client = newClient();
		const send = (bytes: number) =>
			client.ask("/store/new", {
				method: "POST",
				headers: {
					...SAME_SITE,
					cookie,
					accept: "text/html",
					"content-type": "multipart/form-data; boundary=x",
				},
				body: Buffer.alloc(bytes, "a"),
			});
		const bySite = await send(ITEM_FORM_BYTES + 1);
		expect(bySite.status).toBe(413);
		expect(bySite.text).toContain("What was sent is too large.");
		const conf = await readFile(NGINX_CONF, "utf8");
		const most = Number(/client_max_body_size (\d+)m;/.exec(conf)?.[1]) * MIB;
		expect(most).toBeGreaterThan(ITEM_FORM_BYTES);
		expect((await send(most)).text).toContain("What was sent is too large.");
		const byNginx = await send(most + 1);
		expect(byNginx.status).toBe(413);
		expect(byNginx.text).not.toContain("What was sent is too large.");
	});

	it("nginx limits a flood from one address, and others are served", async () => {
		const address = "127.0.0.9";
		// All at once, over several HTTP/2 connections.
		const connections = Array.from({ length: 8 }, () => openClient(nginx.origin, address));
		const answers = await Promise.all(
			connections.flatMap(({ ask }) => Array.from({ length: 100 }, () => ask("/healthz"))),
		);
		// The site itself answers some of them and rejects the others.
		const passed = answers.filter(({ status }) => status === 200 || status === 503).length;
		const refused = answers.filter(({ status }) => status === 429).length;
		expect(passed + refused).toBe(800);
		expect(passed).toBeGreaterThanOrEqual(500);
		expect(refused).toBeGreaterThan(0);
		expect((await newClient().ask("/healthz")).status).toBe(200);
	});

	it("answers assets from its cache with the site's headers, and shows a page while the site is down", async () => {
		const client = newClient();
		const page = await client.ask("/", { headers: HTML });
		expect(page.status).toBe(200);
		const headers = {
			"strict-transport-security": "max-age=63072000; includeSubDomains",
			"x-content-type-options": "nosniff",
		};
		expect(page.headers).toMatchObject(headers);
		expect(page.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
		const [asset = ""] = /\/assets\/[^"]+\.js/.exec(page.text) ?? [];
		const before = await client.ask(asset);
		await behind.stop();
		const after = await client.ask(asset);
		expect(after.headers).toMatchObject({
			...headers,
			"cache-control": "public, max-age=31536000, immutable",
		});
		expect(after.text).toBe(before.text);
		const away = await client.ask("/store", { headers: HTML });
		expect(away.status).toBe(503);
		expect(away.headers).toMatchObject({ "retry-after": "10", "cache-control": "no-store" });
		expect(away.text).toMatch(/Voltamos já\..*We will be right back\./);
		await behind.restart();
		expect((await client.ask("/store", { headers: HTML })).status).toBe(200);
	});
});
