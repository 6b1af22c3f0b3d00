import { transact } from "db/transact";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { StoredAnnouncement } from "~/announcements/announce.server";
import { discordMessages, listFailed, tryMessages, webhookMessages } from "~/team/api/messages.server";
import { type Received, signatureOf, startBot } from "../../support/bot-server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";

const HOUR_MS = 60 * 60 * 1000;
const test = databaseForEachTest({ users: { "@every_one": 0 } });

let receiver: Awaited<ReturnType<typeof startBot>>;
let site: ReturnType<typeof openSite>;
let clock: ReturnType<typeof fakeClock>;
let logged: unknown[];
let count = 0;

function openSite() {
	const TYPES = ["game.big_win", "stream.started"];
	return testSite({
		...{
			db: test.db,
			now: clock.now,
			fetchers: { receivers: fetch },
			adminCountsChanged() {},
			wakeJobs() {},
		},
		log: { error: (entry: unknown) => logged.push(entry) },
		config: {
			WEBHOOK_URL: receiver.url as string | undefined,
			...{ WEBHOOK_SECRET: "the first secret", WEBHOOK_TYPES: TYPES },
			...{ DISCORD_URL: receiver.url, DISCORD_LANGUAGE: "en" as const, DISCORD_TYPES: TYPES },
			WEBHOOK_PREVIOUS_SECRET: undefined as string | undefined,
		},
	});
}

beforeEach(async () => {
	receiver = await startBot();
	clock = fakeClock();
	logged = [];
	site = openSite();
});
afterEach(() => receiver.close());

/** Announces a win to one of the receivers. */
async function win({ outlet } = webhookMessages, type = "game.big_win") {
	count += 1;
	const data = { userId: userId("@every_one"), game: "dice", stake: 10, payout: 500, multiplier: 50 };
	const at = clock.now().toISOString();
	const one = { id: count, type, reference: `${count}`, data, at } as StoredAnnouncement;
	if (outlet.wants(site, one)) await transact(test.db, (trx) => outlet.pass(site, trx, one));
	return `${count}`;
}
const settle = ({ job } = webhookMessages) => settleJobs(site, [job]);
const states = async () =>
	(await rowsOf(test.db, "jobs")).map(({ reference, state, fault }) => [reference, state, fault]);

it("a webhook gets the chosen types as the JSON of the events, with a signature by each secret", async () => {
	const previous = `whsec_${Buffer.from("old").toString("base64")}`;
	Object.assign(site.config, { WEBHOOK_PREVIOUS_SECRET: previous });
	const id = await win();
	await win(webhookMessages, "raffle.opened");
	await settle();
	expect(receiver.received).toHaveLength(1);
	const message = receiver.received[0] as Received;
	const { headers, body } = message;
	expect(JSON.parse(body)).toMatchObject({
		...{ id: Number(id), type: "game.big_win", timestamp: clock.now().toISOString() },
		data: { names: ["@every_one"], payout: 500, url: "https://site.test/mini-games/dice" },
	});
	expect(body).not.toContain(userId("@every_one"));
	expect(headers["webhook-id"]).toBe(`evt_${id}`);
	const signatures = ["the first secret", previous].map((secret) => signatureOf(message, secret));
	expect(headers["webhook-signature"]).toBe(signatures.join(" "));
});

it("a receiver that answers 410 is switched off, until a test is accepted, which sends the chosen ones of those that failed again", async () => {
	receiver.answer((response) => response.writeHead(410).end());
	const first = await win();
	const second = await win();
	await settle();
	expect(await states()).toEqual([
		[first, "dead", "status 410"],
		[second, "dead", "off"],
	]);
	expect(receiver.received).toHaveLength(1);
	expect(logged).toContainEqual({ event: "receiver-off", kind: "webhook", fault: "status 410" });
	await win();
	expect(await states()).toHaveLength(2);
	const shown = await listFailed(site, webhookMessages, "en");
	expect(shown.map(({ reference, title, fault }) => [reference, title, fault])).toEqual([
		[second, expect.stringContaining("@every_one won 500 points"), "off"],
		[first, expect.any(String), "status 410"],
	]);
	const chosen = { text: "Test", failed: [first, second], again: [first] };
	const tried = { fault: "status 410", revived: 0 };
	expect(await tryMessages(site, webhookMessages, chosen)).toEqual(tried);
	receiver.answer();
	expect(await tryMessages(site, webhookMessages, { ...chosen, failed: [] })).toEqual({ revived: 0 });
	expect(await states()).toHaveLength(2);
	expect(await tryMessages(site, webhookMessages, chosen)).toEqual({ revived: 1 });
	const third = await win();
	await settle();
	expect(receiver.received.slice(-2).map(({ id }) => id)).toEqual([first, third].map((id) => `evt_${id}`));
	expect(await states()).toEqual([]);
});

it("a receiver that accepts nothing for three days is switched off, and another address is on", async () => {
	receiver.answer((response) => response.writeHead(500).end());
	await win();
	for (
		let hours = 0;
		hours <= 96 && !logged.some((entry) => JSON.stringify(entry).includes("receiver-off"));
		hours += 1
	) {
		await settle();
		clock.pass(HOUR_MS);
	}
	const ids = new Set(receiver.received.map(({ id }) => id));
	expect(ids.size, "each attempt has the same id").toBe(1);
	expect(receiver.received.length).toBeGreaterThanOrEqual(12);
	expect((await states())[0]?.[1]).toBe("dead");
	site.config.WEBHOOK_URL = `${receiver.url}/new`;
	receiver.answer();
	await win();
	await settle();
	expect(receiver.received.at(-1)?.path).toBe("/redeems/new");
});

it("a message that waits while its address is removed is not sent to the next address", async () => {
	receiver.answer((response) => response.writeHead(500).end());
	await win();
	await settle();
	site.config.WEBHOOK_URL = undefined;
	await win();
	clock.pass(HOUR_MS);
	await settle();
	expect(await states()).toEqual([]);
	site.config.WEBHOOK_URL = `${receiver.url}/next`;
	receiver.answer();
	const last = await win();
	await settle();
	expect(receiver.received.slice(1).map(({ id, path }) => [id, path])).toEqual([
		[`evt_${last}`, "/redeems/next"],
	]);
});

it("a Discord channel gets a line with a link that rings nobody and formats nothing, and waits as Discord asks", async () => {
	receiver.answer((response) => response.writeHead(429, { "x-ratelimit-reset-after": "3600.5" }).end());
	await win(discordMessages);
	await settle(discordMessages);
	clock.pass(HOUR_MS);
	await settle(discordMessages);
	expect(receiver.received).toHaveLength(1);
	clock.pass(1000);
	receiver.answer();
	await settle(discordMessages);
	const [, { path, body } = { path: "", body: "" }] = receiver.received;
	expect(path).toBe("/redeems?wait=true");
	expect(JSON.parse(body)).toEqual({
		content: expect.stringMatching(
			/^\\@every\\_one won 500 points.*\nhttps:\/\/site\.test\/mini-games\/dice$/,
		),
		allowed_mentions: { parse: [] },
	});
	expect(await states()).toEqual([]);
});
