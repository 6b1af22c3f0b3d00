import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { MAX_CANCELLATIONS, refundOpenRounds } from "~/games/crash/persistence/bets.server";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { createLiveBets } from "~/games/crash/persistence/live-bets.server";
import { createSoloBets } from "~/games/crash/persistence/solo-bets.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser, fakeClock, seededRandomHex } from "../../../../support/database";
import { expectInvariants } from "../../../../support/expectations";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { propertySeed, sized } from "../../../../support/test-size";
import { answerTo, placeIn } from "../engine/engine.setup";
import { openSite } from "../engine/live.setup";

const GAMES = ["solo", "live"] as const;
const NAMES = ["ana", "bruno"] as const;
const MINUTE = 60_000;
const LIMIT_PASSED = "tooManyCancellations";

const test = databaseForEachTest();

afterEach(async () => {
	await expectInvariants(test.db, ...ledgerInvariants, ...crashInvariants);
});

const toolsOf = (clock: ReturnType<typeof fakeClock>, seed: string) => ({
	...{ db: test.db, now: clock.now, randomHex: seededRandomHex(seed), draw: () => SOLO_DRAWS.table },
	...{ config: { SITE_TIMEZONE: "Europe/Lisbon" }, length: 100 },
});
type Tools = ReturnType<typeof toolsOf>;

let requests = 0;

async function place(tools: Tools, game: (typeof GAMES)[number], userId: string) {
	const repository = game === "live" ? createLiveBets(tools) : createSoloBets(tools, userId);
	const round = newRound((await repository.open()).id);
	const request = { userId, idempotencyKey: `request-${++requests}`, stake: 10, target: null };
	const { id } = await placeIn(repository, round, request);
	const bet: Bet = { id, userId, stake: 10, target: null, status: "active", multiplier: null, payout: null };
	return { repository, round, bet };
}

const refundsOf = (userId: string) =>
	test.db
		.selectFrom("point_entries")
		.select(["reason", "created_at"])
		.where("user_id", "=", userId)
		.where("reason", "like", "%-crash-refund")
		.where("actor", "=", userId)
		.execute();

const statusOf = async ({ id }: Bet) =>
	(await test.db.selectFrom("crash_bets").select("status").where("id", "=", id).executeTakeFirstOrThrow())
		.status;

type Step =
	| { kind: "cancel"; who: (typeof NAMES)[number]; game: (typeof GAMES)[number]; times: number }
	| { kind: "pass"; ms: number }
	| { kind: "restart" };

const passing = fc.oneof(
	fc.integer({ min: 1, max: 20_000 }),
	fc.constantFrom(1, MINUTE - 1, MINUTE, MINUTE + 1),
);
const cancelling = {
	...{
		kind: fc.constant("cancel" as const),
		who: fc.constantFrom(...NAMES),
		game: fc.constantFrom(...GAMES),
	},
	times: fc.integer({ min: 1, max: 4 }),
};
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 8, arbitrary: fc.record(cancelling) },
	{ weight: 4, arbitrary: passing.map((ms) => ({ kind: "pass" as const, ms })) },
	{ weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
);

describe("the limit of cancellations per player and minute", () => {
	it("matches a model, for both games together, across restarts and independently of other players", async () => {
		let runs = 0;
		const seen = { done: 0, refused: 0, later: 0 };
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
				const run = `${++runs}`;
				const clock = fakeClock();
				clock.pass(runs * 1_000_000);
				const tools = toolsOf(clock, run);
				const users = new Map<string, string>();
				for (const name of NAMES) users.set(name, await addUser(test.db, `${name}-${run}`));
				const cancelledAt = new Map<string, number[]>();
				/** Open bets whose cancellation was rejected. */
				const open: Awaited<ReturnType<typeof place>>[] = [];

				async function cancel({ repository, bet }: (typeof open)[number]) {
					const now = clock.now().getTime();
					const moments = cancelledAt.get(bet.userId) ?? [];
					const recent = moments.filter((moment) => moment >= now - MINUTE).length;
					const balance = await findBalance(test.db, bet.userId);
					const answer = await answerTo(repository.cancel(bet));
					if (recent >= MAX_CANCELLATIONS) {
						expect(answer).toBe(LIMIT_PASSED);
						expect(await statusOf(bet)).toBe("active");
						expect(await findBalance(test.db, bet.userId)).toBe(balance);
						seen.refused += 1;
						return false;
					}
					expect(answer).toBe((balance ?? Number.NaN) + 10);
					expect(await statusOf(bet)).toBe("cancelled");
					cancelledAt.set(bet.userId, [...moments, now]);
					seen.done += 1;
					return true;
				}

				for (const next of steps) {
					if (next.kind === "pass") clock.pass(next.ms);
					else if (next.kind === "restart") {
						await refundOpenRounds(tools);
						open.length = 0;
					} else {
						for (let times = 0; times < next.times; times++) {
							const placed = await place(tools, next.game, users.get(next.who) ?? "");
							if (!(await cancel(placed))) open.push(placed);
						}
					}
					const [first] = open;
					if (first && (await cancel(first))) {
						open.shift();
						seen.later += 1;
					}
				}
				for (const [userId, moments] of cancelledAt) {
					expect((await refundsOf(userId)).map(({ created_at }) => Date.parse(created_at))).toEqual(moments);
				}
			}),
			{ numRuns: sized(3, 60), seed: propertySeed(20260304) },
		);
		for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
	}, 60_000);

	it("holds for concurrent cancellations", async () => {
		const ana = await addUser(test.db, "ana");
		const tools = toolsOf(fakeClock(), "concurrent");
		const placed = [];
		for (let bets = 0; bets < 2 * MAX_CANCELLATIONS; bets++) {
			placed.push(await place(tools, GAMES[bets % 2] ?? "solo", ana));
		}
		const answers = await Promise.all(placed.map(({ repository, bet }) => answerTo(repository.cancel(bet))));
		expect(answers.filter((answer) => answer === LIMIT_PASSED)).toHaveLength(MAX_CANCELLATIONS);
		expect(await refundsOf(ana)).toHaveLength(MAX_CANCELLATIONS);
		const { repository, bet } = await place(tools, "solo", ana);
		const refusal = { code: LIMIT_PASSED, values: { limit: MAX_CANCELLATIONS } };
		await expect(repository.cancel(bet)).rejects.toMatchObject(refusal);
	});

	it("does not count voided rounds", async () => {
		const ana = await addUser(test.db, "ana");
		const tools = toolsOf(fakeClock(), "voided");
		for (let rounds = 0; rounds < 2 * MAX_CANCELLATIONS; rounds++) {
			const { repository, round } = await place(tools, "live", ana);
			await repository.callOff(round);
		}
		const { repository, bet } = await place(tools, "live", ana);
		expect(await answerTo(repository.cancel(bet))).toBe(1000);
	});
});

it("placing and cancelling in both games for two minutes writes at most 20 counted ledger entries in any 60 s", async () => {
	const site = await openSite({ users: ["ana"], points: 10_000, seed: 2 });
	const userId = "user-ana";
	const live = await site.bootLive();
	const solo = site.bootSolo();
	await live.start("admin");
	await solo.start({ userId }, "198.51.100.1");
	await site.clock.advance(7000);
	const bets = new Map<string, string>();
	const refused = new Set<string>();
	/** Number of bets that were cancelled later in the round after a rejected cancellation. */
	let cancelledLater = 0;
	async function toggle(game: (typeof GAMES)[number]) {
		const own = bets.get(game);
		if (own === undefined) {
			const bet = { idempotencyKey: `${game}-${++requests}`, stake: 10, target: null };
			const placing =
				game === "live" ? live.place({ ...bet, userId }) : solo.place({ userId }, "198.51.100.1", bet);
			const placed = await answerTo(placing);
			if (typeof placed === "object") bets.set(game, placed.id);
			return;
		}
		const answer = await answerTo(game === "live" ? live.cancel(userId, own) : solo.cancel({ userId }, own));
		if (answer === LIMIT_PASSED) return void refused.add(own);
		if (typeof answer === "number" && refused.has(own)) cancelledLater += 1;
		bets.delete(game);
	}
	for (const end = site.clock.now() + 2 * MINUTE; site.clock.now() < end; ) {
		for (const game of GAMES) await toggle(game);
		await site.clock.advance(500);
	}
	const entries = await site.db
		.selectFrom("point_entries")
		.select("created_at")
		.where("user_id", "=", userId)
		.where("reason", "like", "%-crash-%")
		.execute();
	const moments = entries.map(({ created_at }) => Date.parse(created_at));
	const counts = moments.map((from) => moments.filter((at) => at >= from && at <= from + MINUTE).length);
	expect(Math.max(...counts)).toBeLessThanOrEqual(20);
	expect([refused.size > 10, cancelledLater > 0]).toEqual([true, true]);
	await live.end();
	await solo.end();
	await site.close();
});
