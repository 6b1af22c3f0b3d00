import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { promisify } from "node:util";
import { transact } from "db/transact";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { deleteAnnouncementsBefore, insertAnnouncement } from "~/announcements/announcements.queries.server";
import { reportFaults } from "~/lib/guarded";
import { addMiddleware } from "~/lib/request-context.server";
import { type EventFeed, type Line, openEventFeed } from "~/team/api/event-feed.server";
import { serveEventSocket } from "~/team/api/event-lines.server";
import { EVENTS_PATH, type ProgramEvent } from "~/team/api/events.server";
import { addUser, openTestDatabase, userId } from "../../support/database";
import { eventually } from "../../support/eventually";
import { openForEachTest } from "../../support/for-each-test";
import { serve } from "../../support/http-server";
import { testSite } from "../../support/test-site";

const HOUR_MS = 60 * 60 * 1000;
const START = Date.parse("2026-03-01T20:00:00.000Z");
const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();

/** The feed of the current test, for the servers of this file. */
let current: EventFeed;

const opened = openForEachTest(async () => {
	const { db, close } = await openTestDatabase({ durable: false });
	await addUser(db, "ana", 0);
	const live = new Set(["bot"]);
	let heard = () => {};
	const logged: object[] = [];
	const site = testSite({
		db,
		log: { error: (entry: object) => logged.push(entry) },
		config: {
			get CHANNEL_NAME(): string {
				throw new Error("a fault");
			},
		},
		onAnnounced(listener: () => void) {
			heard = listener;
			return () => {};
		},
	});
	const feed = openEventFeed(site, async (id) => live.has(id));
	current = feed;
	let count = 0;
	return {
		...{ db, feed, live, logged },
		/** Announces what cannot be described. */
		async puzzle(startedAt: string) {
			const one = { type: "stream.started", reference: startedAt, data: { startedAt }, at: at(0) } as const;
			await transact(db, (trx) => insertAnnouncement(trx, one));
		},
		/** Announces a win of ana. */
		async win(time = at(0)) {
			count += 1;
			const data = { userId: userId("ana"), game: "dice", stake: 1, payout: count, multiplier: count };
			await transact(db, (trx) =>
				insertAnnouncement(trx, { type: "game.big_win", reference: `${count}`, data, at: time }),
			);
			heard();
		},
		async close() {
			feed.close();
			await close();
		},
	};
});

/** A program that keeps what it has read. Its network accepts events until `isBroken`. */
function program(tokenId = "bot") {
	const read: ProgramEvent[] = [];
	const ends: string[] = [];
	let leave = () => {};
	const one = {
		...{ read, ends, isBroken: false },
		payouts: () => read.map(({ data }) => data.payout),
		async connect(after = read.at(-1)?.id) {
			const line: Line = {
				send: async (events) => {
					if (one.isBroken) await new Promise(() => {});
					read.push(...events);
				},
				heartbeat: () => true,
				end: (why) => void ends.push(why),
				cut: () => void ends.push("cut"),
			};
			const cursor = await opened.feed.startAfter(after);
			leave = opened.feed.connect(line, { tokenId, cursor });
		},
		leave: () => leave(),
	};
	return one;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

it("a program reads what happens from its connection on, with names and without ids of users", async () => {
	await opened.win();
	const bot = program();
	await bot.connect();
	await opened.win(at(1));
	await eventually(() => expect(bot.read).toHaveLength(1));
	expect(bot.read).toEqual([
		{
			...{ id: 2, type: "game.big_win", timestamp: at(1) },
			data: expect.objectContaining({
				...{ game: "dice", stake: 1, payout: 2, multiplier: 2, names: ["ana"] },
				url: "https://site.test/mini-games/dice",
				title: { pt: expect.stringContaining("ana"), en: expect.stringContaining("ana won 2 points") },
			}),
		},
	]);
});

it("a program that was away for 72 hours goes on without loss or double", async () => {
	const bot = program();
	await bot.connect();
	await opened.win(at(0));
	await eventually(() => expect(bot.payouts()).toEqual([1]));
	bot.leave();
	for (const hour of numbers(1, 72)) for (let i = 0; i < 2; i += 1) await opened.win(at(hour));
	// The site deletes announcements of more than a week.
	await transact(opened.db, (trx) => deleteAnnouncementsBefore(trx, at(72 - 7 * 24)));
	await bot.connect();
	// More happens while it reads.
	await opened.win(at(72));
	await eventually(() => expect(bot.read).toHaveLength(146));
	await opened.win(at(73));
	await eventually(() => expect(bot.read.length).toBeGreaterThan(146));
	expect(bot.payouts()).toEqual(numbers(1, 147));
});

it("connections that end in the middle lose nothing, at any place", async () => {
	const bot = program();
	await bot.connect(0);
	for (const _ of numbers(1, 30)) {
		await opened.win();
		if (bot.read.length % 3 === 1) {
			bot.leave();
			await bot.connect();
		}
	}
	await eventually(() => expect(bot.read.length).toBeGreaterThanOrEqual(30));
	expect(bot.payouts()).toEqual(numbers(1, 30));
});

it("an event that is not there yet counts as the newest, as after a restored backup", async () => {
	await opened.win();
	const bot = program();
	await bot.connect(900);
	await opened.win();
	await eventually(() => expect(bot.payouts()).toEqual([2]));
});

it("an event that cannot be described has no title and is logged once, and those after it arrive", async () => {
	opened.live.add("other");
	await opened.puzzle("now");
	const [bot, other] = [program(), program("other")];
	await Promise.all([bot.connect(0), other.connect(0)]);
	await opened.win();
	for (const { read } of [bot, other]) await eventually(() => expect(read).toHaveLength(2));
	expect(bot.read).toMatchObject([{ type: "stream.started", data: { startedAt: "now" } }, { id: 2 }]);
	expect([bot.ends, other.ends]).toEqual([[], []]);
	expect(opened.logged).toMatchObject([{ event: "announcement-undescribed", type: "stream.started" }]);
});

it("a revoked token ends its connections, and others stay", async () => {
	opened.live.add("other");
	const [bot, other] = [program(), program("other")];
	await Promise.all([bot.connect(), other.connect()]);
	opened.live.delete("bot");
	await opened.feed.checkTokens();
	expect([bot.ends, other.ends]).toEqual([["revoked"], []]);
});

it("a token has at most five connections", async () => {
	const bots = numbers(1, 6).map(() => program());
	for (const bot of bots) await bot.connect();
	expect(bots.map(({ ends }) => ends.length)).toEqual([0, 0, 0, 0, 0, 1]);
	expect(opened.feed.isFull("bot")).toBe(true);
	bots[0]?.leave();
	expect(opened.feed.isFull("bot")).toBe(false);
});

it("programs that catch up together share what is read", async () => {
	opened.live.add("other");
	for (const _ of numbers(1, 120)) await opened.win();
	const bots = numbers(1, 10).map((at) => program(at > 5 ? "other" : "bot"));
	const queries = vi.spyOn(opened.db, "selectFrom");
	await Promise.all(bots.map((bot) => bot.connect(0)));
	await eventually(() => expect(bots.map(({ read }) => read.length)).toEqual(bots.map(() => 120)));
	// Without sharing, each of them reads three pages and finds that there is no fourth.
	const reads = queries.mock.calls.filter(([table]) => String(table) === "announcements");
	expect(reads.length - bots.length).toBeLessThan(bots.length * 2);
});

it("a program whose network accepts nothing is cut, and gets no second page before", async () => {
	const bot = program();
	bot.isBroken = true;
	await bot.connect();
	await opened.win();
	await eventually(async () => {
		await opened.feed.sendHeartbeats();
		expect(bot.ends).toEqual(["cut"]);
	});
});

const authorizations: (string | null)[] = [];
beforeAll(() => {
	serveEventSocket({
		feed: {
			isFull: (id) => current.isFull(id),
			startAfter: (after) => current.startAfter(after),
			connect: (...line) => current.connect(...line),
		},
		async requireToken({ headers }) {
			authorizations.push(headers.get("authorization"));
			if (headers.get("authorization") !== "Bearer good") throw new Response(null, { status: 401 });
			return { id: "bot" };
		},
	});
});

/** A server that answers each request with a page and the body that it was sent, and the addresses that middleware has seen. */
async function openServer() {
	const seen: (string | undefined)[] = [];
	onTestFinished(
		addMiddleware(({ request: { url } }, pass) => {
			seen.push(url);
			pass();
		}),
	);
	const server = await serve(async (request, response) => {
		response.write("a page");
		for await (const part of request) response.write(part);
		response.end();
	});
	onTestFinished(server.close);
	return { ...server, seen, address: `${server.origin.replace("http", "ws")}${EVENTS_PATH}` };
}

/** Opens a WebSocket and collects its messages. */
async function openSocket(address: string, protocols: string[] = []) {
	const socket = new WebSocket(address, protocols);
	const messages: ProgramEvent[] = [];
	socket.on("message", (data) => messages.push(JSON.parse(String(data))));
	const closed = once(socket, "close");
	closed.catch(() => {});
	await once(socket, "open");
	return { socket, messages, closed };
}

it("a WebSocket reads the events with its token in the address or in a subprotocol, also as a server's first request", async () => {
	const { address } = await openServer();
	await opened.win();
	const all = await openSocket(`${address}?token=good&after=0`);
	const next = await openSocket(address, ["plateia.v1", "token.good"]);
	await opened.win();
	await eventually(() => expect(next.messages).toHaveLength(1));
	expect(all.messages.map(({ id }) => id)).toEqual([1, 2]);
	opened.live.delete("bot");
	await opened.feed.checkTokens();
	expect((await all.closed)[0]).toBe(1008);
	expect((await next.closed)[0]).toBe(1008);
});

it("a WebSocket without a valid token is refused", async () => {
	const { address } = await openServer();
	await expect(openSocket(`${address}?token=bad`)).rejects.toThrow("401");
	await expect(openSocket(address)).rejects.toThrow("401");
});

it("any other request to change the protocol is answered as a plain request, behind the middleware", async () => {
	const { port, seen } = await openServer();
	const ask = async (method: string, body?: string) => {
		const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "" };
		const asked = request({ port, path: "/store", method, headers }).end(body);
		const [response] = await once(asked, "response");
		let text = "";
		for await (const part of response) text += part;
		return [response.statusCode, text];
	};
	const long = "x".repeat(200_000);
	expect(await ask("GET")).toEqual([200, "a page"]);
	expect(await ask("POST", "a=1")).toEqual([200, "a pagea=1"]);
	expect(await ask("POST", long)).toEqual([200, `a page${long}`]);
	expect(seen).toEqual(["/store", "/store", "/store"]);
});

it("a refused connection is closed, although its client neither reads on nor leaves; a pipelined one is no fault", async () => {
	const faults: unknown[] = [];
	reportFaults((error) => faults.push(error));
	onTestFinished(() => reportFaults(console.error));
	const { port, server } = await openServer();
	const left = promisify(server.getConnections.bind(server));
	const wish = (path: string, more = "") =>
		`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`;
	const page = "GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n";
	const sent = [wish(EVENTS_PATH), wish("/", "Content-Length: 3\r\n"), page + wish("/")];
	for (const text of sent) {
		const arrives = once(server, "connection");
		const client = connect({ port, allowHalfOpen: true }, () => client.write(text));
		client.on("error", () => {});
		onTestFinished(() => void client.destroy());
		await arrives;
		setTimeout(() => client.write("more"), 50);
	}
	await eventually(async () => expect(await left()).toBe(0));
	expect(faults).toEqual([]);
});
