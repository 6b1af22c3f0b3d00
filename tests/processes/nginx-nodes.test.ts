/** Two processes of a site behind nginx with the configuration of docs/hosting.md. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addShortFlights } from "../support/data/crash-rows";
import { readPlayer } from "../support/data/players";
import { openShelf, type Shelf } from "../support/data/store-content";
import {
	HTML,
	LIVE,
	PLINKO,
	type ProxyViewer,
	playLive,
	plinkoForm,
	SAME_SITE,
	signInBehind,
} from "../support/site/behind-nginx";
import { runCommand } from "../support/site/command";
import { findNginx } from "../support/site/ensure-tools.mjs";
import { newPlayer } from "../support/site/new-player";
import { nginxPorts, openClient, startNginx } from "../support/site/nginx";
import { type Site, startSite } from "../support/site/site";
import { leads, type SiteNode, startNode } from "../support/site/site-nodes";

const WAIT = { timeout: 60_000, interval: 100 };
const FORMS = 8;

let nginx: Awaited<ReturnType<typeof startNginx>>;
let first: Site;
let second: SiteNode;
let shelf: Shelf;
let admin: ProxyViewer;
let clients = 0;

/** Each client has its own address, so that tests do not share limits. */
const newClient = () => openClient(nginx.origin, `127.0.0.${120 + clients++}`);
const enter = (client: ReturnType<typeof newClient>) => signInBehind(nginx.origin, client, newPlayer());

/** A new viewer plays Plinko and live Crash through nginx. */
async function play() {
	const client = newClient();
	const viewer = await enter(client);
	expect(await viewer.post(PLINKO, plinkoForm())).toMatchObject({ status: 200, data: { ok: true } });
	const { payout } = await playLive(viewer, first);
	const { points, rounds } = readPlayer(first, viewer.name);
	expect(rounds).toHaveLength(1);
	expect(points).toBe(980 + (rounds[0]?.payout ?? Number.NaN) + (payout ?? 0));
	client.close();
}

describe.skipIf(!findNginx())("two processes behind nginx", () => {
	beforeAll(async () => {
		const ports = await nginxPorts();
		const publicOrigin = `https://localhost:${ports.https}`;
		const env = { TRUSTED_PROXY_HOPS: "1", CRASH_PAUSE_SCALE: "0.4" };
		first = await startSite({ publicOrigin, env, prepare: addShortFlights });
		second = await startNode(first, { LOG_LEVEL: "debug" });
		// The leader is the process that nginx asks second.
		nginx = await startNginx(ports, second.origin, first.origin);
		shelf = openShelf(first);
		admin = await signInBehind(nginx.origin, newClient(), "admin");
		await admin.post("/mini-games", { intent: "start" });
	});
	afterAll(async () => {
		shelf?.close();
		await nginx?.close();
		await second?.end("SIGKILL");
		await first?.close();
	});

	it("a viewer plays and redeems, although nginx asks another process before the leader", async () => {
		expect([await leads(second), await leads(first)]).toEqual([false, true]);
		await play();
		// nginx asked the other process first, and then sent the request to the leader.
		await expect.poll(second.logs).toMatch(/"status":502/);
		const id = shelf.add({ name: `Mug ${randomUUID()}`, price: 130 });
		const client = newClient();
		const viewer = await enter(client);
		const redeem = { idempotencyKey: randomUUID(), revision: 1, price: 130, stock: 5 };
		await viewer.post(`/store/${id}/redeem`, redeem);
		expect([shelf.ordersOf(id).length, shelf.pointsOf(viewer.name)]).toEqual([1, 870]);
		client.close();
	});

	it("messages of platforms and streams reach any process", async () => {
		const client = newClient();
		const body = Buffer.alloc(60 * 1024, "a");
		const direct = await fetch(`${first.origin}/hooks/twitch`, { method: "POST", body });
		for (let time = 0; time < 4; time++) {
			expect((await client.send("/hooks/twitch", { method: "POST", body })).status).toBe(direct.status);
		}
		for (const path of [LIVE, "/Mini-Games/Live-Crash", "/%6Dini-games/live-crash"]) {
			const answers = await Promise.all(
				[first, second].map(({ origin }) => fetch(origin + path, { headers: HTML })),
			);
			expect(answers.map(({ status }) => status)).toEqual([200, 502]);
		}
		const headers = { ...SAME_SITE, cookie: admin.cookie };
		for (const topics of ["solo-crash", "points,live-crash"]) {
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
		const client = newClient();
		const viewer = await enter(client);
		const keys = Array.from({ length: FORMS }, () => randomUUID());
		const send = async (key: string) => (await viewer.post(PLINKO, plinkoForm(key))).status;

		const answers = keys.map(send);
		// Some forms are answered, others fail.
		await Promise.race(answers);
		// Before the other process takes over, the page of live Crash shows "Back in a moment".
		const killed = first.kill();
		const away = await client.send(LIVE, { headers: HTML });
		await killed;
		expect([502, 503]).toContain(away.status);
		expect(away.headers["retry-after"]).toBeDefined();
		expect(away.text).toMatch(/Back in a moment|We will be right back/);
		const statuses = await Promise.all(answers);
		expect(statuses.filter((status) => ![200, 502, 503].includes(status))).toEqual([]);

		// Other pages and games still work.
		for (const path of ["/store", "/mini-games", PLINKO, "/store"])
			expect((await client.send(path, { headers: HTML })).status).toBe(200);
		for (const key of keys) expect(await send(key)).toBe(200);
		await expect.poll(() => leads(second), WAIT).toBe(true);
		const { points, rounds } = readPlayer(first, viewer.name);
		expect(rounds).toHaveLength(FORMS);
		expect(points).toBe(1000 - 10 * FORMS + rounds.reduce((sum, { payout }) => sum + payout, 0));
		client.close();
		await play();
		expect(runCommand("audit", first)).toMatchObject({ status: 0 });
	});

	it("requests to a frozen leader are answered once another process has taken over", async () => {
		await first.restart();
		expect([await leads(first), await leads(second)]).toEqual([false, true]);
		const client = newClient();
		second.process.kill("SIGSTOP");
		const statuses = await Promise.all(
			Array.from({ length: 4 }, async () => (await client.send(LIVE, { headers: HTML })).status),
		);
		// The next leader answers the requests that nginx sent to the frozen process first; the others get nginx's error page.
		expect(statuses).toContain(200);
		expect(await leads(first)).toBe(true);
		await second.end("SIGKILL");
		client.close();
		const viewer = await enter(newClient());
		expect(await viewer.post(PLINKO, plinkoForm())).toMatchObject({ status: 200, data: { ok: true } });
	});
});
