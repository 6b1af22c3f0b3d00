import { beforeEach, describe, expect, it } from "vitest";
import { commitmentTo } from "~/games/fairness/draws";
import { changeClientSeed, ensureSeeds, rotateSeeds } from "~/games/fairness/seeds.server";
import { costOf, STAKES, TABLE_VERSION, totalPayout } from "~/games/plinko/engine/plinko";
import { drawSlots, playRound, readPlayer } from "~/games/plinko/engine/plinko.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser, fakeClock, seededRandomHex, userId } from "../../../support/database";
import { expectRefusal } from "../../../support/expectations";
import { databaseForEachTest } from "../../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");
let clock: ReturnType<typeof fakeClock>;
let randomHex: ReturnType<typeof seededRandomHex>;

beforeEach(() => {
	clock = fakeClock();
	randomHex = seededRandomHex("plinko");
	published = [];
	PLINKO_MAX_BET = undefined;
});

/** Published events, in order. */
let published: string[];
let PLINKO_MAX_BET: number | undefined;
const tools = () => ({
	...{ db: test.db, now: clock.now, randomHex },
	config: { SITE_TIMEZONE: "Europe/Lisbon", PLINKO_MAX_BET },
	announceBalance: (userId: string) => void published.push(`balance of ${userId}`),
	winStored: () => void published.push("win"),
	played: (userId: string) => void published.push(`played by ${userId}`),
});
let requests = 0;
const play = (change: Partial<Parameters<typeof playRound>[2]> = {}, userId = ana) =>
	playRound(tools(), userId, { idempotencyKey: `request-${requests++}`, stake: 10, balls: 3, ...change });

const rounds = () => test.db.selectFrom("plinko_rounds").selectAll().orderBy("nonce").execute();
const wins = () => test.db.selectFrom("game_wins").selectAll().execute();
const entriesOf = (reference: string) =>
	test.db.selectFrom("point_entries").selectAll().where("reference", "=", reference).orderBy("id").execute();
const seeds = () => test.db.selectFrom("player_seeds").selectAll().execute();

async function everything() {
	return [await rounds(), await wins(), await seeds(), await findBalance(test.db, ana)];
}

describe("a round", () => {
	it("takes the stake and pays the payout as ledger entries", async () => {
		const { id, payout, slots, balance } = await play({ stake: 20, balls: 4 });
		expect(slots).toHaveLength(4);
		expect(payout).toBe(totalPayout(20, slots));
		const common = { user_id: ana, reference: id, actor: ana, created_at: clock.now().toISOString() };
		expect(await entriesOf(id)).toMatchObject([
			{ ...common, reason: "plinko-stake", delta: -80, balance_after: 920 },
			{ ...common, reason: "plinko-payout", delta: payout, balance_after: 920 + payout },
		]);
		expect(balance).toBe(920 + payout);
		expect(await findBalance(test.db, ana)).toBe(balance);
	});

	it("is stored with everything that is needed to recompute it", async () => {
		const { id, slots, payout } = await play();
		const [row] = await rounds();
		const [seed] = await seeds();
		expect(row).toEqual({
			...{ id, user_id: ana, seed_id: seed?.id, client_seed: seed?.client_seed, nonce: 0 },
			...{ table_version: TABLE_VERSION, stake: 10, balls: 3, slots: JSON.stringify(slots), payout },
			created_at: clock.now().toISOString(),
		});
		const key = { serverSeed: seed?.server_seed ?? "", clientSeed: seed?.client_seed ?? "", nonce: 0 };
		expect(slots).toEqual(drawSlots(key, 3));
	});

	it("creates the player's seeds at the first draw, or uses existing ones", async () => {
		expect(await seeds()).toEqual([]);
		await play();
		const [seed] = await seeds();
		expect(seed).toMatchObject({ user_id: ana, nonce: 1, revealed_at: null });
		expect(seed?.server_seed_hash).toBe(commitmentTo(seed?.server_seed ?? ""));
		const bruno = await addUser(test.db, "bruno");
		await ensureSeeds(tools(), bruno);
		await play({}, bruno);
		expect((await seeds()).map(({ user_id, nonce }) => [user_id, nonce])).toEqual([
			[ana, 1],
			[bruno, 1],
		]);
		expect(new Set((await seeds()).map(({ server_seed }) => server_seed)).size).toBe(2);
	});

	it("is stored and published as a win of the difference if and only if the payout exceeds the cost", async () => {
		const seen = { won: 0, not: 0 };
		for (let i = 0; i < 24; i++) {
			published = [];
			const before = await wins();
			const round = await play({ stake: STAKES[i % 4] ?? 10, balls: 1 });
			const added = (await wins()).slice(before.length);
			const amount = round.payout - costOf(round);
			const win = {
				user_id: ana,
				amount,
				game_name: "Navalhas Plinko",
				created_at: clock.now().toISOString(),
			};
			expect(added, `net ${amount}`).toMatchObject(amount > 0 ? [win] : []);
			expect(published.includes("win")).toBe(amount > 0);
			seen[amount > 0 ? "won" : "not"] += 1;
		}
		expect(Math.min(seen.won, seen.not)).toBeGreaterThan(1);
	});

	it("changes nothing if it exceeds the balance, not even the nonce", async () => {
		await expectRefusal(play({ stake: 100, balls: 50 }), "insufficientPoints");
		expect([await everything(), published]).toEqual([[[], [], [], 1000], []]);
		await play();
		const before = await everything();
		await expectRefusal(play({ stake: 100, balls: 50, idempotencyKey: "expensive" }), "insufficientPoints");
		expect(await everything()).toEqual(before);
		expect(await play({ idempotencyKey: "expensive" }), "the idempotency key is unused").toMatchObject({
			stake: 10,
		});
	});

	it("changes nothing if all balls together cost more than the maximum bet, and a repeat of an earlier one is answered", async () => {
		const played = await play({ stake: 20, balls: 5, idempotencyKey: "before" });
		PLINKO_MAX_BET = 50;
		const before = await everything();
		await expectRefusal(play({ stake: 10, balls: 6 }), "betTooHigh", { max: 50 });
		expect(await everything()).toEqual(before);
		expect(await play({ stake: 20, balls: 5, idempotencyKey: "before" })).toEqual(played);
		expect(await play({ stake: 50, balls: 1 })).toMatchObject({ stake: 50 });
	});

	it("is drawn, charged and published once per idempotency key, for the same stake and number of balls", async () => {
		const round = await play({ idempotencyKey: "again" });
		const expected = [`balance of ${ana}`, `played by ${ana}`];
		if (round.payout > costOf(round)) expected.push("win");
		const before = await everything();
		await Promise.all([play({ idempotencyKey: "again" }), play({ idempotencyKey: "again" })]);
		for (const change of [{ stake: 20 }, { balls: 4 }])
			await expectRefusal(play({ idempotencyKey: "again", ...change }), "idempotencyKeyReused");
		expect([await everything(), published]).toEqual([before, expected]);
	});
});

describe("the nonce", () => {
	it("restarts with new seeds, and a new client seed applies from the next round", async () => {
		await play();
		await rotateSeeds(tools(), ana, async () => false);
		await changeClientSeed(tools(), ana, "mine");
		await play();
		expect((await rounds()).map(({ nonce }) => nonce)).toEqual([0, 0]);
		expect((await rounds()).filter(({ client_seed }) => client_seed === "mine")).toHaveLength(1);
	});
});

describe("the player's state on the page", () => {
	const read = () => readPlayer(test.db, ana, clock.now(), "Europe/Lisbon");

	it("contains the last round and the totals of the day in the site's time zone", async () => {
		expect(await read()).toEqual({ lastRound: undefined, totals: { staked: 0, won: 0, balls: 0 } });
		clock.set("2026-03-03T23:59:59.999Z");
		await play({ stake: 50 });
		clock.set("2026-03-04T00:00:00.000Z");
		const first = await play({ stake: 10, balls: 2 });
		clock.pass(1);
		const { balance: _, ...second } = await play({ stake: 20, balls: 3 });
		expect(await read()).toEqual({
			lastRound: second,
			totals: { staked: 80, won: first.payout + second.payout, balls: 5 },
		});
	});
});
