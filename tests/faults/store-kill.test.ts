import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "db/open";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { storeInvariants } from "~/store/store.audit.server";
import { type Received, startBot } from "../support/bot-server";
import { addItem } from "../support/data/store-rows";
import { type Random, seededRandom, seedFrom } from "../support/random";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";
import { auditFailure, findBroken, killWhileStarting } from "./kill-harness";
import { signInViewers, type Viewer, withDatabase } from "./load";
import { type OfferedItem, StoreCrowd } from "./store-crowd";

/** `FAULT_KILLS=100 node tests/run.mjs faults` runs longer. */
const KILLS = Number(process.env.FAULT_KILLS ?? 12);
const VIEWERS = 16;
const TABS = 3;
const MAX_LOAD_MS = 1200;
/** After this number of kills, the next server is also killed during its start. */
const BOOT_KILL_EVERY = 8;
/** A message that failed once is retried within 6 s. */
const DELIVERED_WITHIN_MS = 60_000;
const SECRET = "the bot's own secret";
const PRICE = 10;
const STOCK = 100_000;
const CODES = 3000;

let bot: Awaited<ReturnType<typeof startBot>>;
let site: Site;
let viewers: Viewer[];
let admins: Viewer[];
let items: OfferedItem[];

beforeAll(async () => {
	bot = await startBot();
	site = await startSite({
		env: {
			RATE_LIMIT_SCALE: "1000",
			STARTING_POINTS: "3000",
			LOG_LEVEL: "error",
			REDEEM_BOT_URL: bot.url,
			REDEEM_BOT_SECRET: SECRET,
		},
	});
	viewers = await signInViewers(site, VIEWERS, "store");
	const cookie = await signInWithCookies(site, "admin");
	// One admin with several tabs, so that decisions on the same order collide.
	admins = Array.from({ length: TABS }, () => ({ name: "admin", cookie, userId: "" }));
	items = await offerItems(site.database);
});

afterAll(async () => {
	await site?.close();
	await bot?.close();
});

async function offerItems(file: string): Promise<OfferedItem[]> {
	const db = openDatabase(`file:${file}`);
	const codes = Array.from({ length: CODES }, (_, index) => `CODE-${index}`);
	const ids = [
		await addItem(db, "mug", { price: PRICE, stock: STOCK }),
		await addItem(db, "key", { price: PRICE, codes }),
		await addItem(db, "rare", { price: PRICE, stock: 20 }),
	];
	await db.destroy();
	return ids.map((id) => ({ id, price: PRICE, stock: STOCK }));
}

/** A bot that fails for some messages on their first delivery: error, closed connection, 429, or a slow response. */
function failSometimes(random: Random) {
	const known = new Set<string>();
	bot.answer(async (response, { id }) => {
		const luck = known.has(id) ? 1 : random();
		known.add(id);
		if (luck < 0.1) response.writeHead(500).end();
		else if (luck < 0.15) response.socket?.destroy();
		else if (luck < 0.17) response.writeHead(429, { "retry-after": "0.2" }).end();
		else {
			// Long enough for a kill between the arrival and its record in the database.
			await sleep(random() * 30);
			response.writeHead(204).end();
		}
	});
}

interface StoredMessage {
	id: string;
	order_id: string;
	body: string;
	state: string;
	tries: number;
}

const readMessages = () =>
	withDatabase(
		site.database,
		(database) => database.prepare("select * from redeem_messages").all() as StoredMessage[],
	);

async function waitUntilDelivered() {
	const deadline = Date.now() + DELIVERED_WITHIN_MS;
	while (Date.now() < deadline && readMessages().some(({ state }) => state === "pending")) await sleep(200);
}

/** Compares the messages that the bot received with the outbox. @returns the differences. */
function faultsOfDelivery(): string[] {
	const stored = new Map(readMessages().map((message) => [message.id, message]));
	const arrived = new Set(bot.received.map(({ id }) => id));
	return [
		...[...stored.values()].flatMap(({ id, state }) =>
			state === "delivered" && arrived.has(id) ? [] : [`${id} is ${state}, received: ${arrived.has(id)}`],
		),
		...bot.received.flatMap((message) => {
			const original = stored.get(message.id);
			if (!original) return [`${message.id} was received without an order`];
			if (original.body !== message.body) return [`${message.id} was received as ${message.body}`];
			return isSigned(message) ? [] : [`${message.id} is not signed`];
		}),
	];
}

function isSigned({ id, body, headers }: Received): boolean {
	const timestamp = headers["webhook-timestamp"];
	const signature = createHmac("sha256", SECRET).update(`${id}.${timestamp}.${body}`).digest("base64");
	return headers["webhook-signature"] === `v1,${signature}`;
}

it(`loses and duplicates no order or message when the server is killed ${KILLS} times during redeems and decisions`, async () => {
	const seed = seedFrom("FAULT_SEED");
	const random = seededRandom(seed);
	failSometimes(seededRandom(seed + 1));
	const crowd = new StoreCrowd(site, viewers, admins, items, seed);
	const invariants = [...ledgerInvariants, ...storeInvariants];
	let killsWhileStarting = 0;

	for (let kill = 0; kill < KILLS && crowd.faults.length === 0; kill++) {
		crowd.start(kill);
		await sleep(random() * MAX_LOAD_MS);
		await site.kill();
		await crowd.waitForDisconnects();
		if (kill % BOOT_KILL_EVERY === BOOT_KILL_EVERY - 1) {
			await killWhileStarting(site, random);
			killsWhileStarting += 1;
		}
		await site.restart();
		crowd.faults.push(...(await findBroken(site.database, invariants)), ...crowd.faultsOfStored());
		await crowd.repeatUnanswered();
		crowd.faults.push(...crowd.faultsOfStored());
	}
	await waitUntilDelivered();

	const messages = readMessages();
	const orderIds = new Set(crowd.redeems.flatMap(({ orderId }) => orderId ?? []));
	const counts = {
		kills: KILLS,
		killsWhileStarting,
		orders: orderIds.size,
		refused: crowd.redeems.filter(({ refused }) => refused).length,
		decided: crowd.decisions.flatMap(({ done }) => done ?? []).length,
		messages: messages.length,
		received: bot.received.length,
	};
	console.log(`Store killed under load (FAULT_SEED=${seed}): ${JSON.stringify(counts)}`);
	// One fault causes many others. The first ones identify the cause.
	expect(crowd.faults.slice(0, 10)).toEqual([]);
	expect(faultsOfDelivery().slice(0, 10)).toEqual([]);
	// Each form made one order, however often it was sent, and each order has one message.
	expect(messages.map(({ order_id }) => order_id).sort()).toEqual([...orderIds].sort());
	expect(await findBroken(site.database, invariants)).toEqual([]);
	expect(auditFailure(site.database)).toBeUndefined();
	expect(counts.orders).toBeGreaterThan(KILLS * 5);
	expect(counts.decided).toBeGreaterThan(KILLS);
	expect(counts.received, "some messages were delivered again after a kill").toBeGreaterThan(counts.messages);
});
