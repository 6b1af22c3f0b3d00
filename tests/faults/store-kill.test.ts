import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "db/open";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signatureOf, startBot } from "../support/bot-server";
import { addItem } from "../support/data/store-rows";
import { pickFrom, type Random, seededRandom } from "../support/random";
import { signInWithCookies } from "../support/site/sign-in";
import { type Client, sendForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";
import { sized } from "../support/test-size";
import { expectNoFaults, KILLS, killUnderLoad, SEED } from "./kill-harness";
import { Clients, Crowd, type Load, signInViewers, withDatabase } from "./load";

const TABS = 3;
const SECRET = "the bot's own secret";
const PRICE = 10;
const STOCK = 100_000;
const CODES = sized(500, 10_000);
const MAX_ACTS = 60;
/** The delay before a retry after a refusal or without open orders. */
const AGAIN_MS = 40;
const MAX_CONCURRENT = 6;
const REFUSALS = ["insufficientPoints", "outOfStock"];

let bot: Awaited<ReturnType<typeof startBot>>;
let site: Site;

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
});
afterAll(async () => {
	await site?.close();
	await bot?.close();
});

const readRows = <Row>(sql: string) =>
	withDatabase(site.database, (database) => database.prepare(sql).all() as Row[]);

async function addItems(): Promise<string[]> {
	const db = openDatabase(site.databaseUrl);
	const codes = Array.from({ length: CODES }, (_, index) => `CODE-${index}`);
	const ids = [
		await addItem(db, "mug", { price: PRICE, stock: STOCK }),
		await addItem(db, "key", { price: PRICE, codes }),
		await addItem(db, "rare", { price: PRICE, stock: 4 }),
	];
	await db.destroy();
	return ids;
}

interface Call {
	idempotencyKey: string;
	itemId: string;
}

type Answer = { orderId: string } | { refused: string };

/** Redeems over HTTP, including refusals because stock or points are used up. */
const redeems = (items: readonly string[]): Load<Call, Answer> => ({
	next: (_viewer, random) => ({ idempotencyKey: crypto.randomUUID(), itemId: pickFrom(items, random) }),
	async send(origin, viewer, { idempotencyKey, itemId }) {
		const fields = { idempotencyKey, revision: 1, price: PRICE, stock: STOCK, buyer: viewer.userId };
		const { answer } = await sendForm(`${origin}/store/${itemId}/redeem`, viewer, fields);
		const { code = "" } = (answer.data ?? {}) as { code?: string };
		const orderId = answer.redirect?.match(/\?order=([\w-]{36})$/)?.[1];
		if (orderId) return { orderId };
		if (!REFUSALS.includes(code)) throw new Error(`redeem returned ${JSON.stringify(answer)}`);
		await sleep(AGAIN_MS);
		return { refused: code };
	},
	acted: (answer) => "orderId" in answer,
	stored: (database, { userId }, { idempotencyKey, itemId }) =>
		database
			.prepare(
				`select orders.id as orderId from idempotency_keys
				join orders on orders.id = json_extract(idempotency_keys.answer, '$.orderId') and orders.user_id = idempotency_keys.user_id
				where idempotency_keys.user_id = ? and idempotency_keys.id = ? and item_id = ?`,
			)
			.get(userId, idempotencyKey, itemId) as Answer | undefined,
	countActs: (database) => database.prepare("select count(*) from orders").pluck().get() as number,
});

interface Decision {
	intent: "approve" | "cancel";
	orderIds: string[];
	/** From the response. */
	done?: string[];
}

/** One admin with several tabs, so that decisions on the same order collide. */
class Deciders extends Clients {
	readonly decisions: Decision[] = [];

	constructor(private readonly admin: Client) {
		super();
	}

	start(turn: number): void {
		this.isStopped = false;
		this.running = Array.from({ length: TABS }, (_, tab) => {
			const random = seededRandom(SEED + turn * TABS + tab);
			return this.keepActing(`tab ${tab}`, () => this.decideSome(random));
		});
	}

	get decided(): string[] {
		return this.decisions.flatMap(({ done = [] }) => done);
	}

	async repeatUnanswered(): Promise<void> {
		await Promise.all(this.decisions.flatMap((one) => (one.done ? [] : this.decide(one))));
	}

	findFaults(): string[] {
		const statuses = new Map(
			readRows<{ id: string; status: string }>("select id, status from orders").map((row) => [
				row.id,
				row.status,
			]),
		);
		return this.decisions.flatMap(({ intent, done = [] }) =>
			done
				.filter((id) => statuses.get(id) !== (intent === "approve" ? "approved" : "cancelled"))
				.map((id) => `${id} was answered as ${intent}, but is ${statuses.get(id)}`),
		);
	}

	private async decideSome(random: Random): Promise<void> {
		const open = readRows<{ id: string }>(
			"select id from orders where status = 'created' order by created_at desc, id desc limit 40",
		);
		if (open.length === 0) return void (await sleep(AGAIN_MS));
		const count = 1 + Math.floor(random() * MAX_CONCURRENT);
		const orderIds = new Set(Array.from({ length: count }, () => pickFrom(open, random).id));
		const intent = random() < 0.5 ? "approve" : "cancel";
		const decision: Decision = { intent, orderIds: [...orderIds] };
		this.decisions.push(decision);
		await this.decide(decision);
	}

	private async decide(decision: Decision): Promise<void> {
		const { intent, orderIds } = decision;
		const fields = { intent, order: orderIds, note: "why" };
		const { answer } = await sendForm(`${site.origin}/orders`, this.admin, fields);
		const { decided } = (answer.data ?? {}) as { decided?: { done: string[]; left: { code: string }[] } };
		if (!decided || decided.left.some(({ code }) => code !== "orderDecided"))
			throw new Error(`${intent} answered ${JSON.stringify(answer)}`);
		decision.done = decided.done;
		this.note();
	}
}

/**
 * A bot that fails for some messages on their first delivery: error, closed connection, or 429. While it holds, it does
 * not answer, so that a kill comes between the arrival of a message and its record in the database.
 */
function answerAsBot(note: () => void) {
	const random = seededRandom(SEED + 1);
	const known = new Set<string>();
	const holding = { isOn: false, ids: new Set<string>() };
	bot.answer((response, { id }) => {
		const luck = known.has(id) ? 1 : random();
		known.add(id);
		if (holding.isOn) holding.ids.add(id);
		else if (luck < 0.1) response.writeHead(500).end();
		else if (luck < 0.15) response.socket?.destroy();
		else if (luck < 0.17) response.writeHead(429, { "retry-after": "0.2" }).end();
		else response.writeHead(204).end();
		note();
	});
	return holding;
}

interface StoredMessage {
	id: string;
	order_id: string;
	username: string;
	item: string;
	state: string;
}

const readMessages = () =>
	readRows<StoredMessage>(`
		select 'msg_' || orders.id as id, orders.id as order_id, twitch_username as username, item_name as item, state
		from jobs join orders on orders.id = reference join users on users.id = user_id
		where kind = 'redeem-message'`);

/** Compares the messages that the bot received with the outbox. @returns the differences. */
function faultsOfDelivery(messages: readonly StoredMessage[]): string[] {
	const stored = new Map(messages.map((message) => [message.id, message]));
	const arrived = new Set(bot.received.map(({ id }) => id));
	return [
		...messages.flatMap(({ id, state }) =>
			state === "done" && arrived.has(id) ? [] : [`${id} is ${state}, received: ${arrived.has(id)}`],
		),
		...bot.received.flatMap((message) => {
			const original = stored.get(message.id);
			if (!original) return [`${message.id} was received without an order`];
			const { username, item } = original;
			if (JSON.stringify({ username, item }) !== message.body)
				return [`${message.id} was received as ${message.body}`];
			const isSigned = message.headers["webhook-signature"] === signatureOf(message, SECRET);
			return isSigned ? [] : [`${message.id} is not signed`];
		}),
	];
}

it(`loses and duplicates no order or message when the server is killed ${KILLS} times during redeems and decisions`, async () => {
	const random = seededRandom(SEED);
	const viewers = await signInViewers(site, 12, "store");
	const admin = { cookie: await signInWithCookies(site, "admin") };
	const crowd = new Crowd(site.origin, viewers, redeems(await addItems()), SEED);
	const deciders = new Deciders(admin);
	const holding = answerAsBot(crowd.note);

	await killUnderLoad(site, {
		faults: crowd.faults,
		start(turn) {
			crowd.start();
			deciders.start(turn);
		},
		/** After some decisions, after some orders, and while the bot has messages whose delivery is not recorded. */
		moment(turn) {
			const count = 1 + random() * MAX_ACTS;
			const [acts, decided, held] = [crowd.acts, deciders.decided.length, holding.ids.size];
			if (turn % 3 === 0) return deciders.until(() => deciders.decided.length >= decided + count);
			if (turn % 3 === 1) return crowd.until(() => crowd.acts >= acts + count);
			holding.isOn = true;
			return crowd.until(() => holding.ids.size > held && crowd.acts > acts);
		},
		async stop() {
			holding.isOn = false;
			await Promise.all([crowd.waitForDisconnects(), deciders.waitForDisconnects()]);
		},
		findFaults: () => [
			...crowd.findFaults(site.database),
			...deciders.findFaults(),
			...deciders.faults.splice(0),
		],
		async repeat() {
			await Promise.all([crowd.repeat(random), deciders.repeatUnanswered()]);
		},
	});
	while (readMessages().some(({ state }) => state === "due")) await sleep(200);

	const messages = readMessages();
	const counts = { answers: crowd.recorded.length, orders: crowd.acts, decided: deciders.decided.length };
	console.log(`Store (FAULT_SEED=${SEED}): ${JSON.stringify({ ...counts, received: bot.received.length })}`);
	await expectNoFaults(site, faultsOfDelivery(messages));
	// Each order has one message. `findFaults` has counted one order for each form.
	const orders = readRows<{ id: string }>("select id from orders").map(({ id }) => id);
	expect(messages.map(({ order_id }) => order_id).sort()).toEqual(orders.sort());
	const again = [...holding.ids].filter((held) => bot.received.filter(({ id }) => id === held).length > 1);
	expect(again, "messages whose delivery was not recorded are delivered again").toEqual([...holding.ids]);
});
