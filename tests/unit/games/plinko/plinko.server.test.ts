import { beforeEach, describe, expect, it } from "vitest";
import { commitmentTo } from "~/games/fairness/draws";
import { changeClientSeed, ensureSeeds, rotateSeeds } from "~/games/fairness/seeds.server";
import { costOf, STAKES, TABLE_VERSION, totalPayout } from "~/games/plinko/engine/plinko";
import { drawSlots, playRound, readPlayer } from "~/games/plinko/engine/plinko.server";
import { plinkoInvariants } from "~/games/plinko/persistence/plinko.audit.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser, fakeClock, seededRandomHex, userId } from "../../../support/database";
import { expectInvariants, expectRefusal } from "../../../support/expectations";
import { databaseForEachTest } from "../../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");
let clock: ReturnType<typeof fakeClock>;
let randomHex: ReturnType<typeof seededRandomHex>;

beforeEach(() => {
	clock = fakeClock();
	randomHex = seededRandomHex("plinko");
	published = [];
});

/** Published events, in order. */
let published: string[];
const tools = () => ({
	...{ db: test.db, now: clock.now, randomHex, config: { SITE_TIMEZONE: "Europe/Lisbon" } },
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
			id,
			user_id: ana,
			seed_id: seed?.id,
			client_seed: seed?.client_seed,
			nonce: 0,
			table_version: TABLE_VERSION,
			stake: 10,
			balls: 3,
			slots: JSON.stringify(slots),
			payout,
			created_at: clock.now().toISOString(),
		});
		const key = { serverSeed: seed?.server_seed ?? "", clientSeed: seed?.client_seed ?? "", nonce: 0 };
		expect(slots).toEqual(drawSlots(key, 3));
	});

	it("creates the player's seeds at the first draw", async () => {
		expect(await seeds()).toEqual([]);
		await play();
		expect(await seeds()).toMatchObject([{ user_id: ana, nonce: 1, revealed_at: null }]);
		const [seed] = await seeds();
		expect(seed?.server_seed).toMatch(/^[0-9a-f]{64}$/);
		expect(seed?.server_seed_hash).toBe(commitmentTo(seed?.server_seed ?? ""));
	});

	it("uses existing seeds", async () => {
		await ensureSeeds(tools(), ana);
		const before = await seeds();
		await play();
		expect(await seeds()).toEqual(before.map((seed) => ({ ...seed, nonce: 1 })));
	});

	it("is recorded as a win with the difference only if the payout exceeds the cost", async () => {
		await test.db.updateTable("user_points").set({ points: 1_000_000 }).execute();
		let won = 0;
		let lost = 0;
		for (let i = 0; i < 60; i++) {
			const before = await wins();
			const round = await play({ stake: STAKES[i % 4] ?? 10, balls: 1 + (i % 3) });
			const added = (await wins()).slice(before.length);
			const net = round.payout - costOf(round);
			if (net > 0) {
				won += 1;
				expect(added).toMatchObject([
					{ user_id: ana, amount: net, game_name: "Navalhas Plinko", created_at: clock.now().toISOString() },
				]);
			} else {
				lost += 1;
				expect(added, `net ${net}`).toEqual([]);
			}
		}
		expect(Math.min(won, lost)).toBeGreaterThan(3);
	});

	it("changes nothing if it exceeds the balance, not even the nonce", async () => {
		await play();
		const before = await everything();
		await expectRefusal(play({ stake: 100, balls: 50, idempotencyKey: "expensive" }), "insufficientPoints");
		expect(await everything()).toEqual(before);
		expect(await play({ idempotencyKey: "expensive" }), "the idempotency key is unused").toMatchObject({
			stake: 10,
		});
	});

	it("changes nothing when the first round is rejected", async () => {
		await expectRefusal(play({ stake: 100, balls: 50 }), "insufficientPoints");
		expect(await everything()).toEqual([[], [], [], 1000]);
	});

	it("can spend the last point", async () => {
		const { balance, payout } = await play({ stake: 100, balls: 10 });
		expect(balance).toBe(payout);
	});

	it.each([
		["stake", { stake: 20 }],
		["number of balls", { balls: 4 }],
	])("is rejected if its idempotency key is reused with another %s", async (_what, change) => {
		await play({ idempotencyKey: "again" });
		const before = await everything();
		await expectRefusal(play({ idempotencyKey: "again", ...change }), "idempotencyKeyReused");
		expect(await everything()).toEqual(before);
	});
});

describe("the events of a round", () => {
	it("are published once, however often it is sent", async () => {
		const round = await play({ idempotencyKey: "again" });
		const expected = [`balance of ${ana}`, `played by ${ana}`];
		if (round.payout > costOf(round)) expected.push("win");
		expect(published).toEqual(expected);
		await Promise.all([play({ idempotencyKey: "again" }), play({ idempotencyKey: "again" })]);
		expect(published).toEqual(expected);
	});

	it("include a win if and only if the payout exceeds the cost", async () => {
		const seen = new Set<boolean>();
		for (let i = 0; i < 40; i++) {
			published = [];
			const round = await play({ balls: 1 });
			const isWin = round.payout > costOf(round);
			seen.add(isWin);
			expect(published.includes("win")).toBe(isWin);
		}
		expect(seen.size).toBe(2);
	});

	it("are not published when it is rejected", async () => {
		await play({ stake: 100, balls: 50 }).catch(() => undefined);
		expect(published).toEqual([]);
	});
});

describe("the nonce", () => {
	it("increases by one with each round, without gaps for rejected and repeated requests", async () => {
		const played = [];
		for (let i = 0; i < 8; i++) {
			const idempotencyKey = `gap-${i}`;
			played.push(
				play({ idempotencyKey, stake: 10, balls: 1 }),
				play({ idempotencyKey, stake: 10, balls: 1 }),
			);
			played.push(play({ stake: 100, balls: 50 }).catch(() => undefined));
		}
		await Promise.all(played);
		expect((await rounds()).map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		expect(await seeds()).toMatchObject([{ nonce: 8 }]);
	});

	it("is separate for each player", async () => {
		const bruno = await addUser(test.db, "bruno");
		await play();
		await play({}, bruno);
		expect((await rounds()).map(({ user_id, nonce }) => [user_id, nonce])).toEqual([
			[ana, 0],
			[bruno, 0],
		]);
		expect(new Set((await seeds()).map(({ server_seed }) => server_seed)).size).toBe(2);
	});

	it("restarts with new seeds, and a new client seed applies from the next round", async () => {
		await play();
		await rotateSeeds(tools(), ana, async () => false);
		await changeClientSeed(tools(), ana, "mine");
		await play();
		const rows = (await rounds()).map(({ nonce, client_seed }) => [nonce, client_seed === "mine"]);
		expect(rows).toEqual([
			[0, false],
			[0, true],
		]);
	});
});

it("the invariants hold after rounds, rotations and rejections", async () => {
	for (let i = 0; i < 10; i++) {
		await play({ stake: STAKES[i % 4] ?? 10, balls: 1 + i }).catch(() => undefined);
		if (i % 4 === 3) await rotateSeeds(tools(), ana, async () => false);
	}
	await expectInvariants(test.db, ...ledgerInvariants, ...plinkoInvariants);
});

describe("the player's state on the page", () => {
	const read = () => readPlayer(test.db, ana, clock.now(), "Europe/Lisbon");

	it("is empty before the first round", async () => {
		expect(await read()).toEqual({ lastRound: undefined, totals: { staked: 0, won: 0, balls: 0 } });
	});

	it("contains the last round and the totals of the day in the site's time zone", async () => {
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

	it("contains the later of two rounds of one millisecond", async () => {
		await play();
		const { balance: _, ...second } = await play();
		expect((await read()).lastRound).toEqual(second);
		// The order of the rows must not matter.
		const [first] = await rounds();
		if (!first) throw new Error("no round");
		await test.db.deleteFrom("plinko_rounds").where("id", "=", first.id).execute();
		await test.db.insertInto("plinko_rounds").values(first).execute();
		expect((await read()).lastRound).toEqual(second);
	});
});
