import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countFailedJobs } from "~/jobs/jobs.queries.server";
import { deliver } from "~/store/redeem-bot/delivery.server";
import { resendFailedMessages, resendMessage, sendTestMessage } from "~/store/redeem-bot/redeem-bot.server";
import { redeemMessage } from "~/store/redeem-bot/redeem-message.server";
import { startBot } from "../../support/bot-server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { eventually } from "../../support/eventually";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { rowOf, rowsOf } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { freePort } from "../../support/site/site";
import { testSite } from "../../support/test-site";
import { openStore } from "./orders.setup";

const SECRET = "a secret of the bot";
const AT = new Date("2026-03-04T12:00:00.000Z");

const store = openForEachTest(openStore);
let bot: Awaited<ReturnType<typeof startBot>>;
let item: string;

beforeEach(async () => {
	bot = await startBot();
	item = await addItem(store.db, "mug", { price: 1, stock: 1000 });
});
afterEach(() => bot.close());

/** A site whose settings the test may change. */
const siteWith = (config: object = {}) =>
	testSite({
		...store.tools,
		fetchers: { bot: fetch },
		config: {
			...{ REDEEM_BOT_URL: bot.url, REDEEM_BOT_FORMAT: "json" as const, REDEEM_BOT_SECRET: SECRET },
			...config,
		},
	});
const settle = (site = siteWith()) => settleJobs(site, [redeemMessage]);
const order = () => addOrder(store.db, store.ana, item, { hasBot: true });
const messageOf = (reference: string) => rowOf(store.db, "jobs", { reference });
const stateOf = async (reference: string) => (await messageOf(reference)).state;

describe("a message", () => {
	it("is posted as JSON with its id and a signature over both, at least once", async () => {
		const id = await order();
		await settle();
		const [{ method, path, headers, body } = { headers: {} as Record<string, string> }] = bot.received;
		expect([method, path, body]).toEqual(["POST", "/redeems", '{"username":"ana","item":"mug"}']);
		expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": `msg_${id}` });
		const timestamp = headers["webhook-timestamp"];
		const signature = createHmac("sha256", SECRET).update(`msg_${id}.${timestamp}.${body}`).digest("base64");
		expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
		expect(await messageOf(id)).toMatchObject({ state: "done", tries: 1 });
		expect(store.logged.map(({ event }) => event)).toEqual(["redeem-message-delivered"]);
	});

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

	it.each<[string, object, Play, number?]>([
		["status 500", { fault: "status 500" }, (response) => response.writeHead(500).end("no")],
		["status 404", { fault: "status 404" }, (response) => response.writeHead(404).end("no")],
		["410, finally", { fault: "status 410", isFinal: true }, (response) => response.writeHead(410).end()],
		[
			"429 with the pause that it demands",
			{ fault: "status 429", retryAfterMs: 7000 },
			(response) => response.writeHead(429, { "retry-after": "7" }).end(),
		],
		["a redirect", { fault: "redirect" }, (response) => response.writeHead(307, { location: bot.url }).end()],
		["a timeout", { fault: "timeout" }, () => {}, 300],
		["a response head that arrives too slowly", { fault: "timeout" }, slowHead, 300],
		["an endless response head", { fault: "unreachable" }, endlessHead],
		["a closed connection", { fault: "unreachable" }, (response) => response.socket?.destroy()],
		["a response that is not HTTP", { fault: "unreachable" }, (response) => response.socket?.end("hello\n")],
	])("is not accepted by %s", async (_what, failure, play, timeoutMs) => {
		bot.answer(play);
		const redemption = { orderId: "o", username: "ana", item: "Mug", at: AT };
		const attempt = { at: AT, signal: new AbortController().signal };
		const outcome = await deliver(siteWith(), { id: "m", redemption }, attempt, timeoutMs);
		expect(outcome).toMatchObject(failure);
	});

	it("says why the bot cannot be reached", async () => {
		const REDEEM_BOT_URL = `http://127.0.0.1:${await freePort()}/redeems`;
		await order();
		await settle(siteWith({ REDEEM_BOT_URL }));
		expect(store.logged).toMatchObject([{ event: "job-postponed", detail: "ECONNREFUSED" }]);
	});

	it("is accepted with an endless body, and the connection is closed", async () => {
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
		const id = await order();
		await settle();
		expect(await stateOf(id)).toBe("done");
		await eventually(() => expect(cut).toBe(true));
		expect(sent).toBeLessThan(50e6);
		expect(bot.received).toHaveLength(1);
	});
});

describe("resending", () => {
	it("sends a message that was given up, delivered, or not sent because no bot was configured", async () => {
		bot.answer((response) => response.writeHead(410).end());
		const [givenUp, off] = [await order(), await addOrder(store.db, store.ana, item)];
		await settle();
		expect([await stateOf(givenUp), await stateOf(off)]).toEqual(["dead", "off"]);
		bot.answer();
		for (const id of [givenUp, off, off]) {
			await resendMessage(siteWith(), "admin", id);
			await settle();
			expect(await stateOf(id)).toBe("done");
		}
		expect(bot.received.map(({ id }) => id)).toEqual([givenUp, givenUp, off, off].map((id) => `msg_${id}`));
		await expectRefusal(resendMessage(siteWith(), "admin", "nothing"), "orderGone");
	});

	it("goes to the address, in the format and with the secrets that the settings have then", async () => {
		const site = siteWith({ REDEEM_BOT_URL: undefined });
		const id = await order();
		await settle(site);
		expect(await messageOf(id)).toMatchObject({ state: "due", tries: 0 });
		// Like a Discord webhook, which refuses other messages.
		bot.answer((response, { body }) => response.writeHead(body.includes("embeds") ? 204 : 400).end());
		site.config.REDEEM_BOT_URL = `${bot.url}/new`;
		await settle(site);
		expect(await messageOf(id)).toMatchObject({ state: "due", fault: "status 400" });
		const secrets = { REDEEM_BOT_SECRET: "the new secret!!", REDEEM_BOT_PREVIOUS_SECRET: SECRET };
		Object.assign(site.config, { REDEEM_BOT_FORMAT: "discord", ...secrets });
		await resendMessage(site, "admin", id);
		await settle(site);
		expect(await stateOf(id)).toBe("done");
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
		bot.answer((response) => response.writeHead(500).end());
		for (let count = 0; count < 3; count++) await order();
		await settle();
		await addOrder(store.db, store.ana, item);
		bot.answer();
		expect(await countFailedJobs(store.db, redeemMessage.kind)).toBe(3);
		await resendFailedMessages(siteWith(), "admin");
		await resendFailedMessages(siteWith(), "admin");
		await settle();
		expect(bot.received).toHaveLength(6);
		expect(await countFailedJobs(store.db, redeemMessage.kind)).toBe(0);
		const changes = await rowsOf(store.db, "admin_changes", { action: "order.resendFailed" });
		expect(changes).toMatchObject([{ actor: "admin", after: '{"messages":3}' }]);
	});

	it("and a test are refused without a bot", async () => {
		const site = siteWith({ REDEEM_BOT_URL: undefined });
		await expectRefusal(resendMessage(site, "admin", await order()), "botOff");
		await expectRefusal(resendFailedMessages(site, "admin"), "botOff");
		await expectRefusal(sendTestMessage(site, { username: "ana", item: "Mug" }), "botOff");
	});
});
