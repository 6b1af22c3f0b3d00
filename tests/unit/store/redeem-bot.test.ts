import { createHmac } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRedeemBot, type RedeemBot } from "~/store/redeem-bot/redeem-bot.server";
import { startBot } from "../../support/bot-server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { freePort } from "../../support/site/site";
import { openStore } from "./orders.setup";

const SECRET = "a secret of the bot";
const WAITS = [40, 60, 80];

let store: Awaited<ReturnType<typeof openStore>>;
let bot: Awaited<ReturnType<typeof startBot>>;
let item: string;
const running: RedeemBot[] = [];

beforeEach(async () => {
	store = await openStore();
	bot = await startBot();
	item = await addItem(store.db, "mug", { price: 1, stock: 1000 });
});
afterEach(async () => {
	for (const worker of running.splice(0)) await worker.end();
	await bot.close();
	await store.close();
});

interface Options {
	url?: string;
	now?: () => Date;
	elapsed?: () => number;
	timeoutMs?: number;
	waits?: number[];
}

function run({ url = bot.url, ...options }: Options = {}) {
	const worker = createRedeemBot({
		...store.tools,
		// Real time, because it uses real timers.
		now: () => new Date(),
		config: { REDEEM_BOT_URL: url, REDEEM_BOT_SECRET: SECRET },
		waits: WAITS,
		...options,
	});
	running.push(worker);
	return worker;
}

const order = (url: string | undefined = bot.url) =>
	addOrder(store.db, store.ana, item, { bot: { format: "json", ...(url && { url }) } });
const messageOf = (orderId: string) =>
	store.db
		.selectFrom("redeem_messages")
		.selectAll()
		.where("order_id", "=", orderId)
		.executeTakeFirstOrThrow();
const waitFor = (orderId: string, state: string) =>
	vi.waitFor(async () => expect(await messageOf(orderId)).toMatchObject({ state }), {
		timeout: 5000,
		interval: 10,
	});
const events = () => store.logged.map(({ event }) => event);

describe("a message", () => {
	it("is posted as JSON with its id and a signature over both", async () => {
		run();
		const id = await order();
		running[0]?.wake();
		await waitFor(id, "delivered");
		const [{ method, path, headers, body } = { headers: {} as Record<string, string> }] = bot.received;
		const message = await messageOf(id);
		expect([method, path, body]).toEqual(["POST", "/redeems", '{"username":"ana","item":"mug"}']);
		expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": message.id });
		const timestamp = headers["webhook-timestamp"];
		expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
		const signature = createHmac("sha256", SECRET)
			.update(`${message.id}.${timestamp}.${body}`)
			.digest("base64");
		expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
		expect(message).toMatchObject({ tries: 1, last_fault: null, next_try_at: null });
		expect(events()).toEqual(["redeem-message-delivered"]);
	});

	it("that waited from before the start is sent without being asked for", async () => {
		const ids = [await order(), await order(), await order()];
		run();
		for (const id of ids) await waitFor(id, "delivered");
		expect(new Set(bot.received.map(({ id }) => id)).size).toBe(3);
	});

	it("is changed by nobody: the database itself refuses", async () => {
		const id = await order();
		for (const column of ["id", "body", "order_id"]) {
			const update = sql`update redeem_messages set ${sql.ref(column)} = 'other' where order_id = ${id}`;
			await expect(update.execute(store.db), column).rejects.toThrow("may not change like this");
		}
		const second = sql`insert into redeem_messages (id, order_id, body, state, tries, created_at)
			values ('another', ${id}, '{}', 'off', 0, '2026')`;
		await expect(second.execute(store.db)).rejects.toThrow("UNIQUE");
	});
});

/** The faults, and what is stored of them. */
describe("a try fails and the next one comes with the same id and content:", () => {
	async function failsWith(fault: string, fail: () => void, options: { timeoutMs?: number } = {}) {
		fail();
		// Long enough to see the fault before the last attempt.
		run({ waits: [100, 300, 600], ...options });
		const id = await order();
		running[0]?.wake();
		await vi.waitFor(
			async () => expect(await messageOf(id)).toMatchObject({ state: "pending", last_fault: fault }),
			{
				timeout: 5000,
				interval: 5,
			},
		);
		bot.answer();
		await waitFor(id, "delivered");
		const { id: messageId, body, tries } = await messageOf(id);
		expect(tries).toBeGreaterThan(1);
		expect(tries).toBe(bot.received.length);
		expect(bot.received.every((one) => one.id === messageId && one.body === body)).toBe(true);
		expect(events()).toContain("redeem-message-failed");
	}

	it.each([500, 503, 404, 400, 401, 410])("status %i", (status) =>
		failsWith(`status ${status}`, () => bot.answer((response) => response.writeHead(status).end("no"))),
	);

	it("a redirect, which is not followed", async () => {
		const elsewhere = await startBot();
		await failsWith("redirect", () =>
			bot.answer((response) => response.writeHead(307, { location: elsewhere.url }).end()),
		);
		expect(elsewhere.received).toEqual([]);
		await elsewhere.close();
	});

	it("no answer in time", () => failsWith("timeout", () => bot.answer(() => {}), { timeoutMs: 100 }));

	it("a head that comes in drops, too slowly to end in time", () =>
		failsWith(
			"timeout",
			() =>
				bot.answer(async ({ socket }) => {
					socket?.write("HTTP/1.1 200 OK\r\n");
					while (socket?.writable) {
						socket.write("x-drop: drop\r\n");
						await sleep(20);
					}
				}),
			{ timeoutMs: 150 },
		));

	it("a head without end", () =>
		failsWith("unreachable", () =>
			bot.answer(({ socket }) => {
				socket?.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(200_000)}`);
			}),
		));

	it("a connection that is cut", () =>
		failsWith("unreachable", () => bot.answer((response) => response.socket?.destroy())));

	it("an answer that is no HTTP", () =>
		failsWith("unreachable", () => bot.answer((response) => response.socket?.end("hello\n"))));
});

describe("a bot", () => {
	it("that is not there is tried again, and heard of when it comes", async () => {
		const port = await freePort();
		const url = `http://127.0.0.1:${port}/redeems`;
		run({ url, waits: [50, 50, 50, 50, 50, 50, 50, 50] });
		const id = await order(url);
		running[0]?.wake();
		await vi.waitFor(async () => expect((await messageOf(id)).last_fault).toBe("unreachable"));
		expect(store.logged.at(-1)).toMatchObject({ event: "redeem-message-failed", detail: "ECONNREFUSED" });
		const late = await startBot(port);
		await waitFor(id, "delivered");
		expect(late.received).toHaveLength(1);
		await late.close();
	});

	it("that accepts connections and reads nothing costs a time-out and no more", async () => {
		const deaf = createServer((socket) => socket.pause()).listen(0, "127.0.0.1");
		await new Promise((resolve) => deaf.once("listening", resolve));
		const address = deaf.address();
		const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
		run({ url, timeoutMs: 80, waits: [] });
		const id = await order(url);
		running[0]?.wake();
		await waitFor(id, "failed");
		expect((await messageOf(id)).last_fault).toBe("timeout");
		deaf.close();
	});

	it("that sends a body without end has taken the message all the same, and its connection is closed", async () => {
		let sent = 0;
		let cut = false;
		bot.answer(async (response) => {
			response.once("close", () => (cut = true));
			response.writeHead(200);
			while (!response.destroyed && sent < 1e9) {
				const more = response.write("x".repeat(64 * 1024));
				sent += 64 * 1024;
				if (!more) await Promise.race([new Promise((resolve) => response.once("drain", resolve)), sleep(50)]);
				else await sleep(0);
			}
		});
		run();
		const id = await order();
		running[0]?.wake();
		await waitFor(id, "delivered");
		await vi.waitFor(() => expect(cut).toBe(true), { timeout: 3000 });
		expect(sent).toBeLessThan(50e6);
		expect(bot.received).toHaveLength(1);
	});

	it("that drips its body has taken the message at once", async () => {
		bot.answer(async (response) => {
			response.writeHead(200);
			while (!response.destroyed) {
				response.write(".");
				await sleep(30);
			}
		});
		run({ timeoutMs: 60_000 });
		const id = await order();
		const since = performance.now();
		running[0]?.wake();
		await waitFor(id, "delivered");
		expect(performance.now() - since).toBeLessThan(3000);
	});

	it("that asks for time with 429 is left alone for as long, with every message", async () => {
		const first = await order();
		bot.answer((response) => response.writeHead(429, { "retry-after": "1" }).end());
		run();
		await vi.waitFor(async () => expect((await messageOf(first)).last_fault).toBe("status 429"));
		const since = performance.now();
		bot.answer();
		const second = await order();
		running[0]?.wake();
		await sleep(400);
		expect(bot.received).toHaveLength(1);
		await waitFor(first, "delivered");
		await waitFor(second, "delivered");
		expect(performance.now() - since).toBeGreaterThan(800);
	});

	it("that asks for a day gets it for that message, and receives the others after a quarter of an hour", async () => {
		const MINUTE_MS = 60_000;
		let passedMs = 0;
		const now = () => new Date(Date.now() + passedMs);
		const first = await order();
		bot.answer((response) => response.writeHead(429, { "retry-after": "86400" }).end());
		const worker = run({ now, elapsed: () => performance.now() + passedMs });
		await vi.waitFor(async () => expect((await messageOf(first)).last_fault).toBe("status 429"));
		bot.answer();
		const second = await order();
		passedMs = 14 * MINUTE_MS;
		worker.wake();
		await sleep(100);
		expect(bot.received).toHaveLength(1);
		passedMs = 16 * MINUTE_MS;
		worker.wake();
		await waitFor(second, "delivered");
		const { state, next_try_at } = await messageOf(first);
		expect(state).toBe("pending");
		expect(Date.parse(next_try_at ?? "") - Date.now()).toBeGreaterThan(23 * 60 * MINUTE_MS);
		passedMs = 25 * 60 * MINUTE_MS;
		worker.wake();
		await waitFor(first, "delivered");
	});

	it("that fails at one message does not keep the others", async () => {
		const poison = await order();
		const { id: poisonId } = await messageOf(poison);
		bot.answer((response, { id }) => response.writeHead(id === poisonId ? 500 : 200).end());
		run();
		const others = await Promise.all(Array.from({ length: 12 }, () => order()));
		running[0]?.wake();
		for (const id of others) await waitFor(id, "delivered");
		await waitFor(poison, "failed");
		expect(await messageOf(poison)).toMatchObject({ tries: WAITS.length + 1, last_fault: "status 500" });
		expect(events().at(-1)).toBe("redeem-message-given-up");
		expect(bot.received.filter(({ id }) => id === poisonId)).toHaveLength(WAITS.length + 1);
	});

	it("that is slow is sent a few messages at a time", async () => {
		let open = 0;
		let most = 0;
		bot.answer(async (response) => {
			most = Math.max(most, ++open);
			await sleep(30);
			open--;
			response.end();
		});
		const ids = await Promise.all(Array.from({ length: 20 }, () => order()));
		run();
		for (const id of ids) await waitFor(id, "delivered");
		expect(most).toBeLessThanOrEqual(4);
		expect(bot.received).toHaveLength(20);
	});
});

describe("by hand", () => {
	it("a message that was given up, or never sent for want of a bot, is sent", async () => {
		bot.answer((response) => response.writeHead(500).end());
		const worker = run({ waits: [] });
		const [givenUp, off] = [await order(), await addOrder(store.db, store.ana, item)];
		worker.wake();
		await waitFor(givenUp, "failed");
		expect((await messageOf(off)).state).toBe("off");
		bot.answer();
		for (const id of [givenUp, off]) {
			await worker.resend("admin", id);
			await waitFor(id, "delivered");
		}
		await worker.resend("admin", off);
		await vi.waitFor(() => expect(bot.received).toHaveLength(4));
		const { id: offId } = await messageOf(off);
		expect(bot.received.slice(2).map(({ id }) => id)).toEqual([offId, offId]);
	});

	it("even a bot that asked for time is asked again", async () => {
		bot.answer((response) => response.writeHead(429, { "retry-after": "3600" }).end());
		const worker = run();
		const id = await order();
		worker.wake();
		await vi.waitFor(async () => expect((await messageOf(id)).tries).toBe(1));
		bot.answer();
		await worker.resend("admin", id);
		await waitFor(id, "delivered");
	});

	it("nothing is sent of an order that is not there, or to no bot", async () => {
		await expect(run().resend("admin", "nothing")).rejects.toThrow("orderGone");
		const absent = createRedeemBot({ ...store.tools, config: {} as never });
		const id = await order();
		absent.wake();
		await expect(absent.resend("admin", id)).rejects.toThrow("botOff");
		await absent.end();
	});
});

describe("at the end", () => {
	it("a try under way may finish, and no new one begins", async () => {
		bot.answer(async (response) => {
			await sleep(200);
			response.end();
		});
		const ids = await Promise.all(Array.from({ length: 8 }, () => order()));
		const worker = run();
		await vi.waitFor(() => expect(bot.received).toHaveLength(4));
		await worker.end();
		const states = await Promise.all(ids.map(async (id) => (await messageOf(id)).state));
		expect(states.filter((state) => state === "delivered")).toHaveLength(4);
		await sleep(300);
		expect(bot.received).toHaveLength(4);
	});

	it("a try that hangs is cut off, is not counted, and is made again by the next start with the same id", async () => {
		bot.answer(() => {});
		const id = await order();
		const worker = run();
		await vi.waitFor(() => expect(bot.received).toHaveLength(1));
		const since = performance.now();
		await worker.end();
		expect(performance.now() - since).toBeLessThan(2000);
		expect(await messageOf(id)).toMatchObject({ state: "pending", tries: 0 });
		bot.answer();
		run();
		await waitFor(id, "delivered");
		expect(new Set(bot.received.map((one) => `${one.id} ${one.body}`)).size).toBe(1);
	});
});

it("is not woken into a loop by a database that cannot note what arrived, and notes it later instead of sending again", async () => {
	await sql`create trigger broken before update on redeem_messages begin select raise(abort, 'broken'); end`.execute(
		store.db,
	);
	const id = await order();
	let ahead = 0;
	const worker = run({ elapsed: () => performance.now() + ahead });
	await vi.waitFor(() => expect(events()).toContain("redeem-message-unstored"));
	for (let turn = 0; turn < 5; turn++) {
		worker.wake();
		await sleep(20);
	}
	await sql`drop trigger broken`.execute(store.db);
	ahead = 31_000;
	worker.wake();
	await waitFor(id, "delivered");
	expect(bot.received).toHaveLength(1);
});
