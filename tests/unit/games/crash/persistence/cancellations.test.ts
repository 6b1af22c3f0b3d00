import { afterEach, describe, expect, it } from "vitest";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { MAX_CANCELLATIONS } from "~/games/crash/persistence/bets.server";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { createLiveBets, refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { cancelSolo, placeSolo } from "~/games/crash/persistence/solo-rounds.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser, fakeClock, seededRandomHex } from "../../../../support/database";
import { expectInvariants } from "../../../../support/expectations";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { testSite } from "../../../../support/test-site";
import { answerTo, placeIn } from "../engine/setup";

const GAMES = ["solo", "live"] as const;
const MINUTE = 60_000;
const LIMIT_PASSED = "tooManyCancellations";

const test = databaseForEachTest();

afterEach(async () => {
	await expectInvariants(test.db, ...ledgerInvariants, ...crashInvariants);
});

const toolsOf = (clock: ReturnType<typeof fakeClock>, seed: string) =>
	testSite({
		...{ db: test.db, now: clock.now, randomHex: seededRandomHex(seed), draw: () => SOLO_DRAWS.table },
		...{ config: {}, length: 100, timing: { waiting: 20_000, crashed: 5000 } },
	});
type Tools = ReturnType<typeof toolsOf>;

let requests = 0;

/** Places a bet. @returns functions that cancel it and that end its round. */
async function place(tools: Tools, game: (typeof GAMES)[number], userId: string) {
	const request = { userId, idempotencyKey: `request-${++requests}`, stake: 10, target: null };
	if (game === "solo") {
		const at = tools.now().getTime();
		const { id } = await placeSolo(tools, request, at);
		return { cancel: () => cancelSolo(tools, userId, id, at) };
	}
	const repository = createLiveBets(tools);
	const round = newRound(await repository.open());
	const { id } = await placeIn(repository, round, request);
	const bet: Bet = { id, userId, stake: 10, target: null, status: "active", multiplier: null, payout: null };
	return { cancel: () => repository.cancel(bet), callOff: () => repository.callOff(round) };
}

const refundsOf = (userId: string) =>
	test.db
		.selectFrom("point_entries")
		.select(["reason", "created_at"])
		.where("user_id", "=", userId)
		.where("reason", "like", "%-crash-refund")
		.where("actor", "=", userId)
		.execute();

describe("the limit of cancellations per player and minute", () => {
	it("holds for both games together, across restarts, and for each player alone", async () => {
		const [ana, bruno] = [await addUser(test.db, "ana"), await addUser(test.db, "bruno")];
		const clock = fakeClock();
		const tools = toolsOf(clock, "limit");
		const cancel = async (game: (typeof GAMES)[number], userId = ana) => {
			const { cancel } = await place(tools, game, userId);
			return { again: () => answerTo(cancel()), answer: await answerTo(cancel()) };
		};
		for (let bets = 0; bets < MAX_CANCELLATIONS; bets++) {
			expect((await cancel(GAMES[bets % 2] ?? "solo")).answer).toBe(1000);
			clock.pass(1000);
		}
		const refused = [await cancel("live"), await cancel("solo")];
		expect(refused.map(({ answer }) => answer)).toEqual([LIMIT_PASSED, LIMIT_PASSED]);
		expect(await findBalance(test.db, ana), "the bets stay").toBe(980);
		expect((await cancel("live", bruno)).answer).toBe(1000);
		// The first cancellation is exactly a minute ago, then a millisecond more.
		clock.pass(MINUTE - MAX_CANCELLATIONS * 1000);
		expect(await refused[0]?.again()).toBe(LIMIT_PASSED);
		clock.pass(1);
		expect(await refused[0]?.again()).toBe(990);
		expect(await refused[1]?.again()).toBe(LIMIT_PASSED);
		await refundOpenRounds(tools);
		expect((await cancel("live")).answer, "after a restart").toBe(LIMIT_PASSED);
		expect(await refundsOf(ana)).toHaveLength(MAX_CANCELLATIONS + 1);
	});

	it("does not count voided rounds", async () => {
		const ana = await addUser(test.db, "ana");
		const tools = toolsOf(fakeClock(), "voided");
		for (let rounds = 0; rounds < 2 * MAX_CANCELLATIONS; rounds++) {
			await (await place(tools, "live", ana)).callOff?.();
		}
		const { cancel } = await place(tools, "live", ana);
		expect(await answerTo(cancel())).toBe(1000);
	});
});
