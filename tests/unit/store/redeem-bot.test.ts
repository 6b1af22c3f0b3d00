import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countFailedMessages } from "~/store/redeem-bot/outbox.queries.server";
import { createRedeemBot, type RedeemBot } from "~/store/redeem-bot/redeem-bot.server";
import { startBot } from "../../support/bot-server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { eventually } from "../../support/eventually";
import { openForEachTest } from "../../support/for-each-test";
import { rowOf, rowsOf } from "../../support/rows-of";
import { freePort } from "../../support/site/site";
import { breakWrites, VIOLATED } from "../../support/unguarded";
import { openStore } from "./orders.setup";

const SECRET = "a secret of the bot";
const WAITS = [40, 60, 80];

const store = openForEachTest(openStore);
let bot: Awaited<ReturnType<typeof startBot>>;
let item: string;
const running: RedeemBot[] = [];

beforeEach(async () => {
	bot = await startBot();
	item = await addItem(store.db, "mug", { price: 1, stock: 1000 });
});
afterEach(async () => {
	for (const worker of running.splice(0)) await worker.end();
	await bot.close();
});

const configOf = (url: string | undefined, change = {}) => ({
	REDEEM_BOT_URL: url,
	REDEEM_BOT_FORMAT: "json" as const,
	REDEEM_BOT_SECRET: SECRET,
	...change,
});

function run(options: Partial<Parameters<typeof createRedeemBot>[0]> & { url?: string } = {}) {
	const worker = createRedeemBot({
		...store.tools,
		// The worker uses real timers, so it needs the real time.
		now: () => new Date(),
		config: configOf(options.url ?? bot.url),
		fetcher: fetch,
		waits: WAITS,
		...options,
	});
	running.push(worker);
	return worker;
}

/** Runs the worker, and wakes it for a new order. @returns the order's id. */
async function send(options: Parameters<typeof run>[0] = {}) {
	const worker = run(options);
	const id = await order();
	worker.wake();
	return id;
}

const order = () => addOrder(store.db, store.ana, item, { hasBot: true });
const messageOf = (order_id: string) => rowOf(store.db, "redeem_messages", { order_id });
const waitFor = (orderId: string, state: string) =>
	eventually(async () => expect(await messageOf(orderId)).toMatchObject({ state }));
const waitForFault = (orderId: string, fault: string) =>
	eventually(async () => expect((await messageOf(orderId)).last_fault).toBe(fault));
const events = () => store.logged.map(({ event }) => event);

describe("a message", () => {
	it("is posted as JSON with its id and a signature over both", async () => {
		const before = Math.floor(Date.now() / 1000);
		const id = await send();
		await waitFor(id, "delivered");
		const [{ method, path, headers, body } = { headers: {} as Record<string, string> }] = bot.received;
		const message = await messageOf(id);
		expect([method, path, body]).toEqual(["POST", "/redeems", '{"username":"ana","item":"mug"}']);
		expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": message.id });
		const timestamp = headers["webhook-timestamp"];
		expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
		const signature = createHmac("sha256", SECRET)
			.update(`${message.id}.${timestamp}.${body}`)
			.digest("base64");
		expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
		expect(message).toMatchObject({ tries: 1, last_fault: null, next_try_at: null });
		expect(events()).toEqual(["redeem-message-delivered"]);
	});

	it("cannot be changed, by the database's constraints", async () => {
		const id = await order();
		for (const column of ["id", "order_id"]) {
			const update = sql`update redeem_messages set ${sql.ref(column)} = 'other' where order_id = ${id}`;
			await expect(update.execute(store.db), column).rejects.toThrow("may not change like this");
		}
		const second = sql`insert into redeem_messages (id, order_id, state, tries, created_at)
			values ('another', ${id}, 'off', 0, '2026')`;
		await expect(second.execute(store.db)).rejects.toThrow(VIOLATED.unique);
	});
});

describe("an attempt that fails is repeated with the same id and content after", () => {
	type Play = NonNullable<Parameters<typeof bot.answer>[0]>;
	const slowHead: Play = async ({ socket }) => {
		socket?.write("HTTP/1.1 200 OK\r\n");
		while (socket?.writable) {
			socket.write("x-slow: slow\r\n");
			await sleep(20);
		}
	};
	const endlessHead: Play = ({ socket }) => {
		socket?.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(200_000)}`);
	};

	it.each<[string, string, Play, number?]>([
		["status 500", "status 500", (response) => response.writeHead(500).end("no")],
		["status 404", "status 404", (response) => response.writeHead(404).end("no")],
		["a redirect", "redirect", (response) => response.writeHead(307, { location: bot.url }).end()],
		["a timeout", "timeout", () => {}, 300],
		["a response head that arrives too slowly", "timeout", slowHead, 300],
		["an endless response head", "unreachable", endlessHead],
		["a closed connection", "unreachable", (response) => response.socket?.destroy()],
		["a response that is not HTTP", "unreachable", (response) => response.socket?.end("hello\n")],
	])("%s", async (_what, fault, play, timeoutMs) => {
		let isFirst = true;
		bot.answer((response, received) => {
			if (isFirst) play(response, received);
			else response.writeHead(204).end();
			isFirst = false;
		});
		const id = await send({ waits: [0], ...(timeoutMs && { timeoutMs }) });
		await waitFor(id, "delivered");
		const { id: messageId, tries } = await messageOf(id);
		expect([tries, bot.received.length]).toEqual([2, 2]);
		expect(bot.received.every((one) => one.id === messageId && one.body === bot.received[0]?.body)).toBe(
			true,
		);
		expect(store.logged[0]).toMatchObject({ event: "redeem-message-failed", fault });
	});
});

describe("a bot", () => {
	it("that is unreachable receives the message once it is reachable", async () => {
		const port = await freePort();
		const url = `http://127.0.0.1:${port}/redeems`;
		const id = await send({ url, waits: Array(100).fill(50) });
		await waitForFault(id, "unreachable");
		expect(store.logged.at(-1)).toMatchObject({ event: "redeem-message-failed", detail: "ECONNREFUSED" });
		const late = await startBot(port);
		await waitFor(id, "delivered");
		expect(late.received).toHaveLength(1);
		await late.close();
	});

	it("that answers with an endless body has accepted the message, and its connection is closed", async () => {
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
		const id = await send();
		await waitFor(id, "delivered");
		await eventually(() => expect(cut).toBe(true));
		expect(sent).toBeLessThan(50e6);
		expect(bot.received).toHaveLength(1);
	});

	it("that answers 429 with a day receives that message after a day, and others after 15 minutes", async () => {
		const MINUTE_MS = 60_000;
		const start = Date.now();
		let passedMs = 0;
		const steps: number[] = [];
		const first = await order();
		bot.answer((response) => response.writeHead(429, { "retry-after": "86400" }).end());
		const worker = run({
			now: () => new Date(start + passedMs),
			elapsed() {
				steps.push(passedMs);
				return passedMs;
			},
		});
		await waitForFault(first, "status 429");
		bot.answer();
		const second = await order();
		const pass = async (minutes: number) => {
			passedMs = minutes * MINUTE_MS;
			worker.wake();
			await eventually(() => expect(steps).toContain(passedMs));
			// A read of due messages would be answered before this one.
			await messageOf(second);
		};
		await pass(14);
		await pass(16);
		await waitFor(second, "delivered");
		const sentAt = Number(bot.received.at(-1)?.headers["webhook-timestamp"]);
		expect(sentAt).toBe(Math.floor((start + 16 * MINUTE_MS) / 1000));
		const { state, next_try_at } = await messageOf(first);
		expect(state).toBe("pending");
		expect(Date.parse(next_try_at ?? "") - start).toBeGreaterThan(23 * 60 * MINUTE_MS);
		await pass(25 * 60);
		await waitFor(first, "delivered");
		expect(bot.received).toHaveLength(3);
	});

	it("that answers 410 gets a message once", async () => {
		bot.answer((response) => response.writeHead(410).end());
		const id = await send();
		await waitFor(id, "failed");
		expect(await messageOf(id)).toMatchObject({ tries: 1, last_fault: "status 410" });
		expect(events()).toEqual(["redeem-message-given-up"]);
	});

	it("that fails for one message receives the others", async () => {
		const [poison, pending] = [await order(), await order()];
		const { id: poisonId } = await messageOf(poison);
		bot.answer((response, { id }) => response.writeHead(id === poisonId ? 500 : 200).end());
		run();
		// It was stored before the start, and needs no wake-up.
		await waitFor(pending, "delivered");
		const others = await Promise.all(Array.from({ length: 12 }, () => order()));
		running[0]?.wake();
		for (const id of others) await waitFor(id, "delivered");
		await waitFor(poison, "failed");
		expect(await messageOf(poison)).toMatchObject({ tries: WAITS.length + 1, last_fault: "status 500" });
		// It is logged after it is stored, and so are the messages that are delivered at the same time.
		await eventually(() => expect(events()).toContain("redeem-message-given-up"));
		expect(bot.received.filter(({ id }) => id === poisonId)).toHaveLength(WAITS.length + 1);
	});
});

describe("resending", () => {
	it("sends a message that was given up, or not sent because no bot was configured", async () => {
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
		await eventually(() => expect(bot.received).toHaveLength(4));
		const { id: offId } = await messageOf(off);
		expect(bot.received.slice(2).map(({ id }) => id)).toEqual([offId, offId]);
	});

	it("goes to the address, in the format and with the secrets that the settings have then", async () => {
		const config = configOf(undefined);
		// No attempt by itself comes between the changes of the settings.
		const worker = run({ config, waits: [60_000] });
		const id = await order();
		worker.wake();
		expect([worker.isOn, (await messageOf(id)).state]).toEqual([false, "pending"]);
		// Like a Discord webhook, which refuses other messages.
		bot.answer((response, { body }) => response.writeHead(body.includes("embeds") ? 204 : 400).end());
		Object.assign(config, configOf(`${bot.url}/new`));
		worker.wake();
		await waitForFault(id, "status 400");
		const secrets = { REDEEM_BOT_SECRET: "the new secret!!", REDEEM_BOT_PREVIOUS_SECRET: SECRET };
		Object.assign(config, { REDEEM_BOT_FORMAT: "discord", ...secrets });
		await worker.resend("admin", id);
		await waitFor(id, "delivered");
		const [first, last] = bot.received;
		expect([first, last].map((one) => one?.path)).toEqual(["/redeems/new", "/redeems/new"]);
		expect(JSON.parse(first?.body ?? "")).toEqual({ username: "ana", item: "mug" });
		expect(JSON.parse(last?.body ?? "").embeds).toMatchObject([
			{ author: { name: "ana" }, title: "🎁 mug", timestamp: "2026-03-02T00:00:00.000Z" },
		]);
		expect(last?.id).toBe(first?.id);
		expect(String(last?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
	});

	it("of all that have failed leaves out those that were not sent before, and those without a bot", async () => {
		const worker = run({ waits: [] });
		bot.answer((response) => response.writeHead(500).end());
		const failed = await Promise.all([order(), order(), order()]);
		worker.wake();
		for (const id of failed) await waitFor(id, "failed");
		await addOrder(store.db, store.ana, item);
		bot.answer();
		expect(await countFailedMessages(store.db)).toBe(3);
		await worker.resendFailed("admin");
		await worker.resendFailed("admin");
		for (const id of failed) await waitFor(id, "delivered");
		expect(bot.received).toHaveLength(6);
		expect(await countFailedMessages(store.db)).toBe(0);
		const changes = await rowsOf(store.db, "admin_changes", { action: "order.resendFailed" });
		expect(changes).toMatchObject([{ actor: "admin", after: '{"messages":3}' }]);
	});

	it("waits for Retry-After at the same address only, and is refused for an unknown order or without a bot", async () => {
		bot.answer((response) => response.writeHead(429, { "retry-after": "3600" }).end());
		const config = configOf(bot.url);
		let steps = 0;
		const elapsed = () => {
			steps++;
			return 0;
		};
		const worker = run({ config, elapsed });
		const id = await order();
		worker.wake();
		await waitForFault(id, "status 429");
		bot.answer();
		await expect(worker.resend("admin", "nothing")).rejects.toThrow("orderGone");
		const absent = createRedeemBot({ ...store.tools, config: {} as never, fetcher: fetch });
		await expect(absent.resend("admin", id)).rejects.toThrow("botOff");
		await expect(absent.resendFailed("admin")).rejects.toThrow("botOff");
		await absent.end();
		const before = steps;
		await worker.resend("admin", id);
		await eventually(() => expect(steps).toBeGreaterThan(before));
		expect((await messageOf(id)).state).toBe("pending");
		config.REDEEM_BOT_URL = `${bot.url}/new`;
		worker.wake();
		await waitFor(id, "delivered");
		expect(bot.received.map(({ path }) => path)).toEqual(["/redeems", "/redeems/new"]);
	});
});

describe("when the worker ends", () => {
	it("attempts in progress may finish, and no new one starts", async () => {
		const held: { end(): unknown }[] = [];
		bot.answer((response) => void held.push(response));
		const ids = await Promise.all(Array.from({ length: 8 }, () => order()));
		const worker = run({ graceMs: 60_000 });
		await eventually(() => expect(held).toHaveLength(4));
		const ended = worker.end();
		for (const response of held) response.end();
		await ended;
		const states = await Promise.all(ids.map(async (id) => (await messageOf(id)).state));
		expect(states.filter((state) => state === "delivered")).toHaveLength(4);
		bot.answer();
		run();
		for (const id of ids) await waitFor(id, "delivered");
		expect(new Set(bot.received.map(({ id }) => id)).size).toBe(8);
		expect(bot.received).toHaveLength(8);
	});

	it("an attempt that hangs is aborted, not counted, and repeated after the next start with the same id", async () => {
		bot.answer(() => {});
		const id = await order();
		const worker = run({ graceMs: 0 });
		await eventually(() => expect(bot.received).toHaveLength(1));
		await worker.end();
		expect(await messageOf(id)).toMatchObject({ state: "pending", tries: 0 });
		bot.answer();
		run();
		await waitFor(id, "delivered");
		expect(new Set(bot.received.map((one) => `${one.id} ${one.body}`)).size).toBe(1);
	});
});

it("a delivery that could not be stored is stored later without sending the message again", async () => {
	const mend = await breakWrites(store.db, { event: "update", table: "redeem_messages" });
	const id = await order();
	let elapsed = 0;
	let steps = 0;
	const worker = run({
		elapsed() {
			steps++;
			return elapsed;
		},
	});
	await eventually(() => expect(events()).toContain("redeem-message-unstored"));
	for (let turn = 0; turn < 5; turn++) {
		const before = steps;
		worker.wake();
		await eventually(() => expect(steps).toBeGreaterThan(before));
	}
	await mend();
	elapsed = 31_000;
	worker.wake();
	await waitFor(id, "delivered");
	expect(bot.received).toHaveLength(1);
});
