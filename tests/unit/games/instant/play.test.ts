import { beforeEach, describe, expect, it } from "vitest";
import { commitmentTo, drawNumbers } from "~/games/fairness/draws";
import { changeClientSeed, ensureSeeds, rotateSeeds } from "~/games/fairness/seeds.server";
import { readRoundForCheck } from "~/games/instant/fairness.server";
import { playRound, readPlayer } from "~/games/instant/play.server";
import { costOf } from "~/games/instant/rules";
import { verifyRound } from "~/games/instant/verification";
import { plinko } from "~/games/plinko/game.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser, fakeClock, seededRandomHex, userId } from "../../../support/database";
import { expectRefusal } from "../../../support/expectations";
import { databaseForEachTest } from "../../../support/for-each-test";
import { testSite } from "../../../support/test-site";
import { EACH } from "./games";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");
let clock: ReturnType<typeof fakeClock>;
let randomHex: ReturnType<typeof seededRandomHex>;
/** Published events, in order. */
let published: string[];
let PLINKO_MAX_BET: number | undefined;

beforeEach(() => {
	clock = fakeClock();
	randomHex = seededRandomHex("instant");
	published = [];
	PLINKO_MAX_BET = undefined;
});

const tools = () =>
	testSite({
		...{ db: test.db, now: clock.now, randomHex },
		config: { PLINKO_MAX_BET },
		announceBalance: (userId: string) => void published.push(`balance of ${userId}`),
		winStored: () => void published.push("win"),
		played: (userId: string) => void published.push(`played by ${userId}`),
	});
const rotate = () => rotateSeeds(tools(), ana, async () => false);
const rounds = () => test.db.selectFrom("instant_rounds").selectAll().orderBy("nonce").execute();
const wins = () => test.db.selectFrom("game_wins").selectAll().orderBy("id").execute();
const entriesOf = (reference: string) =>
	test.db.selectFrom("point_entries").selectAll().where("reference", "=", reference).orderBy("id").execute();
const seeds = () => test.db.selectFrom("player_seeds").selectAll().orderBy("user_id").execute();
const everything = async () => [
	...[await rounds(), await wins(), await seeds(), await findBalance(test.db, ana)],
];

describe.each(EACH)("a round of %s", (id, game, bet, other) => {
	let requests = 0;
	const play = ({ idempotencyKey = `request-${requests++}`, input = bet, player = ana } = {}) =>
		playRound(tools(), game, player, { idempotencyKey, input });

	it("takes the stake and pays the payout as ledger entries", async () => {
		const round = await play();
		const { payout, outcome, balance } = round;
		expect(outcome).toHaveLength(game.rules.drawsOf(bet));
		expect(payout).toBe(game.rules.payout(bet, outcome));
		const cost = costOf(round);
		const common = { user_id: ana, reference: round.id, actor: ana, created_at: clock.now().toISOString() };
		const paid = { ...common, reason: `${id}-payout`, delta: payout, balance_after: 1000 - cost + payout };
		expect(await entriesOf(round.id)).toMatchObject([
			{ ...common, reason: `${id}-stake`, delta: -cost, balance_after: 1000 - cost },
			...(payout > 0 ? [paid] : []),
		]);
		expect([balance, await findBalance(test.db, ana)]).toEqual(new Array(2).fill(1000 - cost + payout));
	});

	it("is stored with everything that is needed to recompute it", async () => {
		const round = await play();
		const [row] = await rounds();
		const [seed] = await seeds();
		expect(row).toEqual({
			...{
				id: round.id,
				game: id,
				user_id: ana,
				seed_id: seed?.id,
				client_seed: seed?.client_seed,
				nonce: 0,
			},
			...{ table_version: game.rules.tableVersion, stake: costOf(round), draws: round.outcome.length },
			...{ input: JSON.stringify(bet), outcome: JSON.stringify(round.outcome), payout: round.payout },
			created_at: clock.now().toISOString(),
		});
		const key = { serverSeed: seed?.server_seed ?? "", clientSeed: seed?.client_seed ?? "", nonce: 0 };
		expect(
			game.rules.draw((count) => drawNumbers(key, count), round.outcome.length).map(({ value }) => value),
		).toEqual(round.outcome);
	});

	it("creates the player's seeds at the first draw, or uses existing ones", async () => {
		await play();
		const [seed] = await seeds();
		expect(seed).toMatchObject({ user_id: ana, nonce: 1, revealed_at: null });
		expect(seed?.server_seed_hash).toBe(commitmentTo(seed?.server_seed ?? ""));
		const bruno = await addUser(test.db, "bruno");
		await ensureSeeds(tools(), bruno);
		await play({ player: bruno });
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
			const before = new Set((await wins()).map((win) => win.id));
			const round = await play();
			const amount = round.payout - costOf(round);
			const win = { user_id: ana, amount, game_name: game.winName };
			const added = (await wins()).filter((one) => !before.has(one.id));
			expect(added).toMatchObject(amount > 0 ? [win] : []);
			expect(published.includes("win")).toBe(amount > 0);
			seen[amount > 0 ? "won" : "not"] += 1;
		}
		expect(Math.min(seen.won, seen.not)).toBeGreaterThan(1);
	});

	it("changes nothing if it exceeds the balance, not even the nonce", async () => {
		await play();
		await test.db.updateTable("user_points").set({ points: 1 }).execute();
		const before = await everything();
		await expectRefusal(play({ idempotencyKey: "expensive" }), "insufficientPoints");
		expect(await everything()).toEqual(before);
		await test.db.updateTable("user_points").set({ points: 500 }).execute();
		expect((await play({ idempotencyKey: "expensive" })).input, "the key is unused").toEqual(bet);
	});

	it("is drawn, charged and published once per idempotency key, for the same bet", async () => {
		let idempotencyKey = "";
		let round: Awaited<ReturnType<typeof play>>;
		do {
			published = [];
			idempotencyKey += "again";
			round = await play({ idempotencyKey });
		} while (round.payout <= costOf(round));
		const before = await everything();
		const again = await Promise.all([play({ idempotencyKey }), play({ idempotencyKey })]);
		expect(again).toEqual([round, round]);
		await expectRefusal(play({ idempotencyKey, input: other }), "idempotencyKeyReused");
		const expected = [`balance of ${ana}`, `played by ${ana}`, "win"];
		expect([await everything(), published]).toEqual([before, expected]);
	});

	it("is hidden until its seed is revealed, and then verified with the client seed of its time", async () => {
		const ids = [(await play()).id, (await play()).id];
		await changeClientSeed(tools(), ana, "mine");
		ids.push((await play()).id);
		const [seed] = await seeds();
		const hidden = await readRoundForCheck(tools(), game, ids[0] ?? "", "en");
		expect(hidden).toMatchObject({ serverSeed: undefined, commitment: seed?.server_seed_hash });
		expect(JSON.stringify(hidden)).not.toMatch(new RegExp(`${seed?.server_seed}|ana`));
		await rotate();
		for (const [nonce, roundId] of ids.entries()) {
			const round = await readRoundForCheck(tools(), game, roundId, "en");
			const { serverSeed = "", clientSeed = "", outcome = [], commitment } = round ?? {};
			const fields = { serverSeed, clientSeed, nonce: String(round?.nonce), draws: String(outcome.length) };
			const verified = verifyRound(game.rules, fields);
			expect(verified?.draws.map(({ value }) => value)).toEqual(outcome);
			expect([verified?.commitment, round?.nonce]).toEqual([commitment, nonce]);
			expect(clientSeed === "mine").toBe(nonce === 2);
		}
		const elsewhere = EACH.map(([, checked]) => readRoundForCheck(tools(), checked, ids[0] ?? "", "en"));
		expect((await Promise.all(elsewhere)).filter(Boolean), "a round of another game").toHaveLength(1);
	});

	it("is in the player's last round and the totals of the day in the site's time zone", async () => {
		const read = () => readPlayer(test.db, game, ana, clock.now(), "Europe/Lisbon");
		expect(await read()).toEqual({ lastRound: undefined, totals: { staked: 0, won: 0, draws: 0 } });
		clock.set("2026-03-03T23:59:59.999Z");
		await play();
		clock.set("2026-03-04T00:00:00.000Z");
		const first = await play();
		clock.pass(1);
		const { balance: _, ...second } = await play({ input: other });
		expect(await read()).toEqual({
			lastRound: second,
			totals: {
				staked: costOf(first) + costOf(second),
				won: first.payout + second.payout,
				draws: first.outcome.length + second.outcome.length,
			},
		});
	});
});

it("a maximum bet counts all balls of a drop together, and a repeat of an earlier one is answered", async () => {
	const play = (balls: number, idempotencyKey: string) =>
		playRound(tools(), plinko, ana, { idempotencyKey, input: { stake: 10, balls } });
	const played = await play(10, "before");
	PLINKO_MAX_BET = 50;
	const before = await everything();
	await expectRefusal(play(6, "new"), "betTooHigh", { max: 50 });
	expect(await everything()).toEqual(before);
	expect(await play(10, "before")).toEqual(played);
	expect((await play(5, "other")).outcome).toHaveLength(5);
});

it("the nonce restarts with new seeds, and counts the rounds of all games", async () => {
	const playAll = async () => {
		for (const [id, game, input] of EACH)
			await playRound(tools(), game, ana, { idempotencyKey: `${id} ${(await seeds()).length}`, input });
	};
	await playAll();
	await rotate();
	await playAll();
	const expected = EACH.flatMap((_, nonce) => [nonce, nonce]);
	expect((await rounds()).map(({ nonce }) => nonce)).toEqual(expected);
});

const fields = { serverSeed: "s", clientSeed: "c", nonce: "0", draws: "1" };
it.each([
	...["", "-1", "1.5", "one", "9007199254740993"].map((nonce) => ({ nonce })),
	...["0", "51", "1.5", "10abc"].map((draws) => ({ draws })),
	...[{ serverSeed: "" }, { clientSeed: "" }],
])("the verifier returns nothing for %o", (change) => {
	for (const [, { rules }] of EACH) expect(verifyRound(rules, { ...fields, ...change })).toBeUndefined();
});
