/** Two processes of a site behind nginx with the configuration of docs/hosting.md. */
import { randomUUID } from "node:crypto";
import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPage } from "../../support/browser/browser";
import { bet, cashOut, hasEnded, settledBets, switchLive } from "../../support/browser/crash-page";
import { journey, readPlayer, signIn } from "../../support/browser/journey";
import {
	choose,
	dropButton,
	newPlayer,
	number,
	REFUSED,
	scriptsRun,
	settled,
} from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addShortFlights } from "../../support/data/crash-rows";
import { openShelf, type Shelf } from "../../support/data/store-content";
import { runCommand } from "../../support/site/command";
import { findNginx } from "../../support/site/ensure-tools.mjs";
import { nginxPorts, openClient, startNginx } from "../../support/site/nginx";
import { type Site, startSite } from "../../support/site/site";
import { leads, type SiteNode, startNode } from "../../support/site/site-nodes";

const PLINKO = "/mini-games/plinko";
const LIVE = "/mini-games/live-crash";
const SAME_SITE = { "sec-fetch-site": "same-origin" };
const HTML = { accept: "text/html", cookie: "age-verified=true; language=en" };
const WAIT = { timeout: 20_000, interval: 100 };
/** Longer than the 15 s that nginx waits for a frozen process plus the time of a takeover. */
const FROZEN_WITHIN_MS = 30_000;
const FORMS = 8;

let nginx: Awaited<ReturnType<typeof startNginx>>;
let first: Site;
let second: SiteNode;
/** The first process, with the origin of nginx. */
let site: Site;
let browser: Browser;
let shelf: Shelf;
let admin: Page;
let clients = 0;

/** Each client has its own address, so that tests do not share limits. */
const newClient = () => openClient(nginx.origin, `127.0.0.${120 + clients++}`);

const cookiesOf = async (page: Page) =>
	(await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

const plinkoForm = (idempotencyKey: string) =>
	new URLSearchParams({ intent: "play", idempotencyKey, stake: "10", balls: "1" }).toString();

/** Sends a form like a browser with scripts. */
const sendForm = (client: ReturnType<typeof newClient>, path: string, cookie: string, body: string) =>
	client.send(`${path}.data`, {
		method: "POST",
		headers: { ...SAME_SITE, cookie, "content-type": "application/x-www-form-urlencoded" },
		body,
	});

/** Plays Plinko in a browser. @returns the player's name. */
const playPlinko = () => {
	const name = newPlayer();
	return journey(browser, site, { lang: "en" }, async (page) => {
		await signIn(page, site, name, PLINKO);
		await scriptsRun(page);
		await choose(page, 20, 5);
		await dropButton(page).click();
		await settled(page);
		const { points, rounds } = await readPlayer(site, name);
		expect(rounds).toHaveLength(1);
		expect(points).toBe(900 + (rounds[0]?.payout ?? Number.NaN));
		await expect.poll(() => number(page, "game-balance")).toBe(points);
	});
};

/** Places a bet in live Crash and cashes out, in a browser. */
const playLive = () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
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
		},
		[REFUSED],
	);

describe.skipIf(!findNginx())("two processes behind nginx", () => {
	beforeAll(async () => {
		const ports = await nginxPorts();
		const publicOrigin = `https://localhost:${ports.https}`;
		const env = { TRUSTED_PROXY_HOPS: "1", CRASH_PAUSE_SCALE: "0.4" };
		[first, browser] = await Promise.all([startSite({ publicOrigin, env }), workerBrowser()]);
		await first.stop();
		const db = openDatabase(first.databaseUrl);
		await addShortFlights(db);
		await db.destroy();
		await first.restart();
		second = await startNode(first, { LOG_LEVEL: "debug" });
		// The leader is the process that nginx asks second.
		nginx = await startNginx(ports, second.origin, first.origin);
		site = Object.assign(Object.create(first), { origin: nginx.origin });
		shelf = openShelf(first);
		admin = await newPage(browser, site.origin, { lang: "en" });
		await signIn(admin, site, "admin", "/mini-games");
		await switchLive(admin, site, "start");
	});
	afterAll(async () => {
		shelf?.close();
		await admin?.context().close();
		await nginx?.close();
		await second?.end("SIGKILL");
		await first?.close();
	});

	it("a viewer signs in and plays Plinko and live Crash, although nginx asks another process before the leader", async () => {
		expect([await leads(second), await leads(first)]).toEqual([false, true]);
		await playPlinko();
		await playLive();
		// nginx asked the other process first, and then sent the request to the leader.
		expect(second.logs()).toMatch(/"status":502/);
	});

	it("a viewer redeems in the store", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			const id = shelf.add({ name: `Mug ${randomUUID()}`, price: 130 });
			const name = newPlayer();
			await signIn(page, site, name, `/store/${id}/redeem`);
			await scriptsRun(page);
			await page.getByRole("dialog").locator("form button[type=submit]").click();
			await page.getByTestId("receipt").waitFor();
			await expect.poll(() => number(page, "balance")).toBe(870);
			expect([shelf.ordersOf(id).length, shelf.pointsOf(name)]).toEqual([1, 870]);
		}));

	it("messages of platforms and streams of solo Crash reach the leader, other streams reach any process", async () => {
		const client = newClient();
		const body = Buffer.alloc(60 * 1024, "a");
		const direct = await fetch(`${first.origin}/hooks/twitch`, { method: "POST", body });
		for (let time = 0; time < 4; time++) {
			const answer = await client.send("/hooks/twitch", { method: "POST", body });
			expect(answer.status).toBe(direct.status);
		}
		const pages = ["/mini-games", "/Mini-Games", "/%6Dini-games"].map((path) =>
			[first, second].map(({ origin }) => origin + path),
		);
		for (const addresses of pages) {
			const answers = await Promise.all(addresses.map((address) => fetch(address, { headers: HTML })));
			expect(answers.map(({ status }) => status)).toEqual([200, 502]);
		}
		const headers = { ...SAME_SITE, cookie: await cookiesOf(admin) };
		for (const topics of ["solo-crash", "points,solo-crash", "points%2Csolo-crash", "points,live-crash"]) {
			for (let time = 0; time < 4; time++) {
				const stream = client.begin(`/live?topics=${topics}`, { headers });
				const status = await new Promise((resolve) =>
					stream.once("response", (head) => resolve(head[":status"])),
				);
				expect([topics, status]).toEqual([topics, 200]);
				stream.close();
			}
		}
		client.close();
	});

	it("players can play again after the leader was killed, and a form that is sent twice acts once", async () => {
		const name = newPlayer();
		const page = await newPage(browser, site.origin, { lang: "en" });
		await signIn(page, site, name, PLINKO);
		const cookie = await cookiesOf(page);
		await page.context().close();
		const client = newClient();
		const keys = Array.from({ length: FORMS }, () => randomUUID());
		const send = async (key: string) => (await sendForm(client, PLINKO, cookie, plinkoForm(key))).status;

		const answers = keys.map(send);
		// Some forms are answered, others fail.
		await Promise.race(answers);
		await first.kill();
		// Before the other process takes over, pages of games show "Back in a moment".
		const away = await client.send(PLINKO, { headers: HTML });
		expect([502, 503]).toContain(away.status);
		expect(away.headers["retry-after"]).toBeDefined();
		expect(away.text).toMatch(/Back in a moment|We will be right back/);
		const statuses = await Promise.all(answers);
		console.log(`forms sent when the leader was killed: ${statuses.join(" ")}`);
		expect(statuses.filter((status) => ![200, 502, 503].includes(status))).toEqual([]);

		// Other pages still work.
		for (let time = 0; time < 4; time++)
			expect((await client.send("/store", { headers: HTML })).status).toBe(200);

		await expect.poll(() => leads(second), WAIT).toBe(true);
		for (const key of keys) expect(await send(key)).toBe(200);
		const { points, rounds } = await readPlayer(site, name);
		expect(rounds).toHaveLength(FORMS);
		expect(points).toBe(1000 - 10 * FORMS + rounds.reduce((sum, { payout }) => sum + payout, 0));
		client.close();
		await playPlinko();
		await playLive();
		expect(runCommand("audit", first)).toMatchObject({ status: 0 });
	});

	it("requests to a frozen leader are answered within the time limit of nginx and a takeover", async () => {
		await first.restart();
		expect([await leads(first), await leads(second)]).toEqual([false, true]);
		const client = newClient();
		second.process.kill("SIGSTOP");
		const since = performance.now();
		const statuses = await Promise.all(
			Array.from({ length: 4 }, async () => (await client.send(PLINKO, { headers: HTML })).status),
		);
		const waited = performance.now() - since;
		console.log(`answers while the leader was frozen: ${statuses.join(" ")} within ${Math.round(waited)} ms`);
		expect(waited).toBeLessThan(FROZEN_WITHIN_MS);
		// The next leader answers the requests that nginx sent to the frozen process first; the others get nginx's error page.
		expect(statuses).toContain(200);
		expect(await leads(first)).toBe(true);
		await second.end("SIGKILL");
		client.close();
		await playPlinko();
	});
});
