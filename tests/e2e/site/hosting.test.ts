/** The site behind nginx with the configuration of docs/hosting.md. */
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ITEM_FORM_BYTES } from "~/store/items/item-upload.server";
import { newPage } from "../../support/browser/browser";
import { bet, cashOut, hasEnded, settledBets, switchLive } from "../../support/browser/crash-page";
import { journey, readPlayer, signIn } from "../../support/browser/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addShortFlights } from "../../support/data/crash-rows";
import { findNginx } from "../../support/site/ensure-tools.mjs";
import { openStream } from "../../support/site/event-stream";
import { NGINX_CONF, nginxPorts, openClient, startNginx } from "../../support/site/nginx";
import { freePort, type Site, startSite } from "../../support/site/site";

const LIVE = "/mini-games/live-crash";
const MIB = 1024 * 1024;
const SAME_SITE = { "sec-fetch-site": "same-origin" };
const FORM = { ...SAME_SITE, "content-type": "application/x-www-form-urlencoded" };
const HTML = { accept: "text/html", cookie: "age-verified=true; language=en" };

let nginx: Awaited<ReturnType<typeof startNginx>>;
let ports: Awaited<ReturnType<typeof nginxPorts>>;
/** The server itself, used by nginx and the tests only. */
let siteBehindNginx: Site;
/** The origin in browsers. */
let site: Site;
let browser: Browser;
let admin: Page;
let watcher: Awaited<ReturnType<typeof watchLive>>;
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
	const { socket } = await openStream(siteBehindNginx.origin, topics, headers);
	socket.on("data", note(direct));
	return { direct, through, head };
}

describe.skipIf(!findNginx())("the site behind nginx", () => {
	beforeAll(async () => {
		ports = await nginxPorts();
		const publicOrigin = `https://localhost:${ports.https}`;
		const env = { TRUSTED_PROXY_HOPS: "1", CRASH_PAUSE_SCALE: "0.4" };
		[siteBehindNginx, browser] = await Promise.all([startSite({ publicOrigin, env }), workerBrowser()]);
		await siteBehindNginx.stop();
		const db = openDatabase(siteBehindNginx.databaseUrl);
		await addShortFlights(db);
		await db.destroy();
		await siteBehindNginx.restart();
		nginx = await startNginx(ports, siteBehindNginx.origin);
		site = Object.assign(Object.create(siteBehindNginx), { origin: nginx.origin });
		admin = await newPage(browser, site.origin, { lang: "en" });
		await signIn(admin, site, "admin", "/mini-games");
		watcher = await watchLive();
		await switchLive(admin, site, "start");
	});
	afterAll(async () => {
		await nginx?.close();
		await siteBehindNginx?.close();
	});

	it("signs a viewer in and plays a live round over HTTP/2, with a Secure session cookie", () =>
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

	it("sends the frames of a stream without buffering and compression", async () => {
		const { direct, through, head } = watcher;
		expect(await head).toMatchObject({
			":status": 200,
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		});
		expect(await head).not.toHaveProperty("content-encoding");
		const lags = () => [...direct].map(([tick, at]) => (through.get(tick) ?? Number.POSITIVE_INFINITY) - at);
		// Much less than nginx's buffer of 4 KB.
		await expect.poll(() => direct.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(10);
		await expect.poll(lags).not.toContain(Number.POSITIVE_INFINITY);
		const sorted = lags().sort((a, b) => a - b);
		expect(sorted[sorted.length >> 1]).toBeLessThan(100);
	});

	it("keeps a stream open beyond nginx's read timeout", async () => {
		const conf = await readFile(NGINX_CONF, "utf8");
		const live = /location = \/live \{([^}]*)\}/.exec(conf)?.[1] ?? "";
		const heartbeatSeconds = 20;
		expect(Number(/proxy_read_timeout (\d+)s/.exec(live)?.[1])).toBeGreaterThan(2 * heartbeatSeconds);
		expect(live).toContain("proxy_buffering off;");
	});

	it("limits requests per address, despite a forged X-Forwarded-For", async () => {
		const flooder = newClient();
		const send = (client: typeof flooder, forwarded: Record<string, string>) =>
			client.send("/preferences", {
				method: "POST",
				headers: { ...FORM, ...forwarded },
				body: "theme=dark",
			});
		const statuses: number[] = [];
		for (let time = 0; time < 62; time += 1) {
			const invented = `203.0.113.${time}${time % 2 ? ", 198.51.100.7" : ""}`;
			statuses.push((await send(flooder, { "x-forwarded-for": invented })).status);
		}
		expect(statuses.slice(0, 60)).toEqual(Array(60).fill(302));
		expect(statuses.slice(60)).toEqual([429, 429]);
		expect((await send(newClient(), {})).status).toBe(302);
		expect(siteBehindNginx.logs()).not.toMatch(/"address":"(203\.0\.113|198\.51\.100|127\.0\.0\.1")/);
	});

	it("rejects requests for another host name, and redirects http to https", async () => {
		await expect(newClient().send("/", { authority: "other.example", headers: HTML })).rejects.toThrow();
		const httpRequest = (host: string) =>
			new Promise<string | undefined>((resolve, reject) => {
				request({ host: "127.0.0.1", port: ports.http, path: "/store?a=1", headers: { host } }, (answer) => {
					answer.resume();
					resolve(`${answer.statusCode} ${answer.headers.location}`);
				})
					.once("error", reject)
					.end();
			});
		expect(await httpRequest("localhost")).toBe("301 https://localhost/store?a=1");
		await expect(httpRequest("other.example")).rejects.toThrow();
	});

	it("refuses an oversized form itself; nginx refuses only much larger ones", async () => {
		const cookie = (await admin.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
		const client = newClient();
		const send = (bytes: number) =>
			client.send("/store/new", {
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
		expect(bySite.text).toContain("What you sent is too large.");
		const conf = await readFile(NGINX_CONF, "utf8");
		const maxBytes = Number(/client_max_body_size (\d+)m;/.exec(conf)?.[1]) * MIB;
		expect(maxBytes).toBeGreaterThan(ITEM_FORM_BYTES);
		expect((await send(maxBytes)).text).toContain("What you sent is too large.");
		const byNginx = await send(maxBytes + 1);
		expect(byNginx.status).toBe(413);
		expect(byNginx.text).not.toContain("What you sent is too large.");
	});

	it("limits a flood from one address in nginx, and serves other addresses", async () => {
		const address = "127.0.0.9";
		// All requests of a wave are sent in parallel over several HTTP/2 connections.
		const connections = Array.from({ length: 8 }, () => openClient(nginx.origin, address));
		const statuses: number[] = [];
		const refused = () => statuses.filter((status) => status === 429).length;
		// 500 requests pass, and 50 more in each second. A slow machine needs seconds for a wave.
		while (refused() === 0 && statuses.length < 5000) {
			const wave = connections.flatMap(({ send }) => Array.from({ length: 100 }, () => send("/healthz")));
			statuses.push(...(await Promise.all(wave)).map(({ status }) => status));
		}
		// The site answers some of them and rejects the others.
		const passed = statuses.filter((status) => status === 200 || status === 503).length;
		expect(passed + refused()).toBe(statuses.length);
		expect(passed).toBeGreaterThanOrEqual(500);
		expect(refused()).toBeGreaterThan(0);
		expect((await newClient().send("/healthz")).status).toBe(200);
	});

	it("uses a process at once that starts again while another one is away", async () => {
		const [started, away] = [await freePort(), await freePort()];
		const origins = [started, away].map((port) => `http://localhost:${port}`);
		const proxy = await startNginx(await nginxPorts(), ...origins);
		const client = openClient(proxy.origin, "127.0.0.1");
		const process = createServer((_request, response) => setTimeout(() => response.end("ok"), 50));
		try {
			expect((await client.send("/store")).status).toBe(503);
			await new Promise<void>((resolve) => process.listen(started, "127.0.0.1", resolve));
			const answers = await Promise.all(Array.from({ length: 8 }, () => client.send("/store")));
			expect(answers.map(({ text }) => text)).toEqual(Array(8).fill("ok"));
		} finally {
			client.close();
			process.close();
			await proxy.close();
		}
	});

	it("serves assets from nginx's cache with the site's headers, and an error page while the site is down", async () => {
		const client = newClient();
		const page = await client.send("/", { headers: HTML });
		expect(page.status).toBe(200);
		const headers = {
			"strict-transport-security": "max-age=63072000; includeSubDomains",
			"x-content-type-options": "nosniff",
		};
		expect(page.headers).toMatchObject(headers);
		expect(page.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
		const [asset = ""] = /\/assets\/[^"]+\.js/.exec(page.text) ?? [];
		const before = await client.send(asset);
		await siteBehindNginx.stop();
		const after = await client.send(asset);
		expect(after.headers).toMatchObject({
			...headers,
			"cache-control": "public, max-age=31536000, immutable",
		});
		expect(after.text).toBe(before.text);
		const pageWhileDown = await client.send("/store", { headers: HTML });
		expect(pageWhileDown.status).toBe(503);
		expect(pageWhileDown.headers).toMatchObject({ "retry-after": "10", "cache-control": "no-store" });
		expect(pageWhileDown.text).toMatch(/Voltamos já\..*We will be right back\./);
		await siteBehindNginx.restart();
		expect((await client.send("/store", { headers: HTML })).status).toBe(200);
	});
});
