import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setDailyLoss } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { readPlayerChoices } from "~/games/player-choices.server";
import { readPlayerRounds } from "~/games/player-rounds.server";
import { playRound } from "~/games/plinko/engine/plinko.server";
import { jsonDownload } from "~/http/json-download.server";
import { inBatches } from "~/lib/batches.server";
import { post } from "~/points/ledger/ledger.server";
import { readOwnData } from "~/points/own-data.server";
import { readOwnOrders } from "~/store/orders/own-data.server";
import { addBet, addChain, addLiveRound } from "../../support/data/crash-rows";
import {
	addUser,
	fakeClock,
	openTestDatabase,
	seededRandomHex,
	type TestDatabase,
} from "../../support/database";
import { NO_GAME_EVENTS } from "../../support/game-events";

let test: TestDatabase;
let ana: string;
let bruno: string;
const at = new Date("2026-03-04T12:00:00.000Z");

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	ana = await addUser(test.db, "ana", 1000);
	bruno = await addUser(test.db, "bruno", 1000);
});
afterEach(() => test.close());

const exported = async (userId: string) =>
	JSON.parse(
		await jsonDownload("data.json", {
			...(await readOwnData(test.db, userId)),
			...readOwnOrders(test.db, userId),
			...readPlayerRounds(test.db, userId),
			...(await readPlayerChoices(test.db, userId)),
		}).text(),
	);

async function play(userId: string) {
	const tools = {
		...NO_GAME_EVENTS,
		db: test.db,
		now: fakeClock().now,
		randomHex: seededRandomHex(userId),
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
	};
	await playRound(tools, userId, { idempotencyKey: crypto.randomUUID(), stake: 10, balls: 3 });
}

async function order(userId: string, code?: string) {
	const created_at = at.toISOString();
	const id = `order-of-${userId}`;
	await test.db
		.insertInto("store_items")
		.values({
			id: `item-${userId}`,
			name: "Badge",
			description: "",
			image: "",
			price: 10,
			stock: 1,
			status: "active",
			has_codes: 1,
			revision: 1,
			created_at,
			updated_at: created_at,
		})
		.execute();
	await test.db
		.insertInto("orders")
		.values({
			id,
			user_id: userId,
			item_id: `item-${userId}`,
			item_name: "Badge",
			item_price: 10,
			quantity: 1,
			total_points: 10,
			status: "created",
			created_at,
		})
		.execute();
	if (code) {
		await test.db
			.insertInto("item_codes")
			.values({ item_id: `item-${userId}`, code, order_id: id, created_at })
			.execute();
	}
}

/** A bet of both users on a finished round, and one of ana's on a running round. */
async function bet() {
	const chain = await addChain(test.db, "chain", 3);
	await addLiveRound(test.db, chain, 1, "closed");
	await addLiveRound(test.db, chain, 2, "open");
	await addBet(test.db, { id: "over", round_id: "chain-1", status: "lost", payout: 0 });
	await addBet(test.db, { id: "other", round_id: "chain-1", user_id: bruno, status: "lost", payout: 0 });
	await addBet(test.db, { id: "flying", round_id: "chain-2" });
	return chain;
}

describe("the file of one's own data", () => {
	it("holds all of the user's own data, and neither secrets nor other users' data", async () => {
		for (const userId of [ana, bruno]) {
			await play(userId);
			await order(userId, `code-of-${userId}`);
		}
		const chain = await bet();
		const clock = { db: test.db, now: () => at };
		await changeLimits(clock, ana, (limits, now) => setDailyLoss(limits, 700, now));
		const data = await exported(ana);
		expect(Object.keys(data)).toEqual([
			"profile",
			"points",
			"ledger",
			"merges",
			"orders",
			"plinkoRounds",
			"crashBets",
			"playerPage",
			"takingCare",
		]);
		expect(data.playerPage).toMatchObject({ isPublic: false });
		expect(data.takingCare).toMatchObject({ dailyLoss: 700, breakUntil: null });
		expect(data.profile).toMatchObject({ id: ana, subject: "subject-ana", username: "ana", roles: [] });
		expect(data.ledger.map(({ reason }: { reason: string }) => reason)).toEqual(
			expect.arrayContaining(["registration", "plinko-stake"]),
		);
		expect(data.points).toBe(data.ledger.at(-1).balance_after);
		expect(data.orders).toMatchObject([{ item_name: "Badge", code: `code-of-${ana}`, status: "created" }]);
		expect(data.plinkoRounds).toMatchObject([{ stake: 10, balls: 3 }]);
		expect(data.plinkoRounds[0].slots).toHaveLength(3);
		const points = data.crashBets.map((row: { id: string; crash_point: number | null }) => [
			row.id,
			row.crash_point,
		]);
		expect(Object.fromEntries(points)).toEqual({ over: chain.pointOf(1), flying: null });
		const text = JSON.stringify(data);
		expect(text).not.toMatch(/bruno|server_seed/);
		expect(text).not.toContain(chain.hashOf(2));
		const seed = await test.db.selectFrom("player_seeds").select("server_seed").executeTakeFirstOrThrow();
		expect(text).not.toContain(seed.server_seed);
	});

	it("of a new user has empty lists", async () => {
		const nobody = await addUser(test.db, "new", 0);
		expect(await exported(nobody)).toMatchObject({ points: 0, ledger: [], orders: [], crashBets: [] });
	});

	it("has every entry of a long ledger once, in its order", async () => {
		await test.db.transaction().execute(async (trx) => {
			for (let n = 0; n < 1500; n += 1) {
				await post(trx, {
					userId: ana,
					delta: 1,
					reason: "plinko-payout",
					reference: `${n}`,
					actor: ana,
					at,
				});
			}
		});
		const { ledger, points } = await exported(ana);
		expect(ledger.map((row: { balance_after: number }) => row.balance_after)).toEqual(
			Array.from({ length: 1501 }, (_, n) => 1000 + n),
		);
		expect(points).toBe(2500);
	});
});

describe("a JSON file", () => {
	it("is one object of values and lists, and is to be kept", async () => {
		async function* list(...batches: unknown[][]) {
			yield* batches;
		}
		const response = jsonDownload("data.json", {
			"a b": { x: ["é", null] },
			none: undefined,
			empty: list(),
			emptier: list([], []),
			many: list([1, 2], [], [3]),
		});
		expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="data.json"');
		expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
		expect(await response.json()).toEqual({
			"a b": { x: ["é", null] },
			none: null,
			empty: [],
			emptier: [],
			many: [1, 2, 3],
		});
		expect(await jsonDownload("data.json", {}).json()).toEqual({});
	});
});

it("batches end with the list, for any length", async () => {
	for (const length of [0, 1, 9, 10, 11, 20]) {
		const asked: unknown[] = [];
		const batches = inBatches<number>(async (last = -1, limit) => {
			asked.push(last);
			return Array.from({ length: Math.min(limit, length - last - 1) }, (_, n) => last + 1 + n);
		}, 10);
		const rows: number[] = [];
		for await (const batch of batches) rows.push(...batch);
		expect(rows).toEqual(Array.from({ length }, (_, n) => n));
		expect(asked).toHaveLength(Math.floor(length / 10) + 1);
	}
});
