import { transact } from "db/transact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { insertBet } from "~/games/crash/persistence/crash.queries.server";
import { createLiveBets, refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { chooseLiveName } from "~/games/crash/persistence/live-names.server";
import { findSignOfLife, saveSignOfLife } from "~/games/crash/persistence/solo.queries.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { announcedIn } from "../../../../support/announced";
import { fakeClock, seededRandomHex, userId } from "../../../../support/database";
import { expectInvariants } from "../../../../support/expectations";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { rowOf } from "../../../../support/rows-of";
import { testSite } from "../../../../support/test-site";
import { answerTo, placeIn } from "../engine/setup";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000 } });
const ana = userId("ana");
const bruno = userId("bruno");
let repository: ReturnType<typeof createLiveBets>;
let round: ReturnType<typeof newRound>;

const clock = fakeClock();
const randomHex = seededRandomHex("bets");
const tools = () =>
	testSite({
		...{ db: test.db, now: clock.now, randomHex, length: 20 },
		config: { BIG_WIN_FROM: "5x" },
	});

beforeEach(async () => {
	repository = createLiveBets(tools());
	round = newRound(await repository.open());
});
afterEach(async () => {
	await expectInvariants(test.db, ...ledgerInvariants, ...crashInvariants);
});

let requests = 0;
async function place(userId = ana, stake = 100, target: number | null = null): Promise<Bet> {
	const request = { userId, idempotencyKey: `request-${++requests}`, stake, target };
	const { id } = await placeIn(repository, round, request);
	return { id, userId, stake, target, status: "active", multiplier: null, payout: null };
}
const won = (bet: Bet, multiplier = 100): Bet => ({
	...bet,
	...{ status: "cashed_out", multiplier, payout: (bet.stake * multiplier) / 100 },
});
const bets = () => test.db.selectFrom("crash_bets").selectAll().orderBy("created_at").execute();
const entries = () => test.db.selectFrom("point_entries").selectAll().orderBy("id").execute();
const counts = async () => [(await bets()).length, (await entries()).length, await findBalance(test.db, ana)];

it("a big win of a live round is announced at its end, and never one under a pseudonym", async () => {
	await chooseLiveName(tools(), ana, "name");
	const [one, other] = [await place(ana), await place(bruno)];
	for (const bet of [one, other]) await repository.pay(won(bet, 500));
	expect(await announcedIn(test.db), "while others may not know").toEqual([]);
	await repository.close(round);
	const data = { userId: ana, game: "liveCrash", stake: 100, payout: 500, multiplier: 5 };
	expect(await announcedIn(test.db)).toMatchObject([{ type: "game.big_win", reference: one.id, data }]);
});

describe("a bet", () => {
	it("is stored with its stake in one transaction", async () => {
		const { id } = await place(ana, 100, 150);
		expect(await bets()).toMatchObject([
			{ id, round_id: round.id, user_id: ana, amount: 100, target: 150, status: "active", payout: null },
		]);
		const stake = { reason: "live-crash-stake", reference: id, actor: ana, delta: -100, balance_after: 900 };
		expect((await entries()).at(-1)).toMatchObject(stake);
	});

	it("leaves nothing behind when it is rejected, not even its idempotency key", async () => {
		const before = await counts();
		const request = { userId: ana, idempotencyKey: "same", stake: 100, target: null };
		const refusal = new DomainError("bettingClosed");
		expect(await answerTo(placeIn(repository, round, request, refusal))).toBe("bettingClosed");
		expect(await answerTo(placeIn(repository, round, { ...request, stake: 1010 }))).toBe(
			"insufficientPoints",
		);
		expect(await counts()).toEqual(before);
		expect(await test.db.selectFrom("idempotency_keys").selectAll().execute()).toEqual([]);
		expect(await placeIn(repository, round, request)).toMatchObject({ balance: 900 });
	});

	it("is the only one of its player in a round, unless it was cancelled", async () => {
		const cancelled = await place();
		await repository.cancel(cancelled);
		const { id } = await place();
		const before = await counts();
		const second = { userId: ana, idempotencyKey: "second", stake: 100, target: null };
		const tooHigh = { ...second, stake: 1000 };
		const refusal = new DomainError("bettingClosed");
		expect(await answerTo(placeIn(repository, round, tooHigh))).toBe("insufficientPoints");
		expect(await answerTo(placeIn(repository, round, second, refusal))).toBe("bettingClosed");
		expect(await answerTo(placeIn(repository, round, second))).toBe("betAlreadyPlaced");
		const row = await rowOf(test.db, "crash_bets", { id });
		const sameId = transact(test.db, (trx) => insertBet(trx, { ...row, user_id: bruno }));
		await expect(sameId, "not taken for a second bet").rejects.toThrow(/unique/i);
		expect(await counts()).toEqual(before);
	});

	it("is found only by its player, with the crash point only after the flight", async () => {
		const bet = await place();
		expect(await repository.findBet(bruno, bet.id)).toBeUndefined();
		expect(await repository.findBet(ana, bet.id)).toEqual({
			bet: {
				...{ id: bet.id, roundId: round.id, stake: 100, target: null },
				...{ status: "active", multiplier: null, payout: null },
			},
			crashPoint: null,
		});
		const crashPoint = await repository.launch(round);
		expect(await repository.findBet(ana, bet.id)).toMatchObject({ crashPoint: null });
		await repository.pay(won(bet));
		await repository.close(round);
		expect(await repository.findBet(ana, bet.id)).toMatchObject({
			bet: { status: "cashed_out" },
			crashPoint,
		});
	});
});

describe("settling a bet", () => {
	const settlings: [string, (bet: Bet) => Promise<unknown>][] = [
		["paid", (bet) => repository.pay(won(bet))],
		["cancelled", (bet) => repository.cancel(bet)],
		["lost", () => repository.close(round)],
		["voided", () => repository.callOff(round)],
	];

	const twice = settlings.flatMap(([first, settle]) =>
		settlings.slice(0, 2).map(([second, again]) => ({ first, second, settle, again })),
	);
	it.each(twice)("changes nothing when it was $first and is $second again", async (one) => {
		const { first, second, settle, again } = one;
		const bet = await place();
		await settle(bet);
		const before = [await counts(), await bets()];
		// The answer to the commit of a payment may be lost, so that it is repeated.
		if (first === "paid" && second === "paid") await expect(again(bet)).resolves.toBe(1000);
		else await expect(again(bet)).rejects.toThrow("was settled before");
		expect([await counts(), await bets()]).toEqual(before);
	});

	it("as paid at the same moment as others pays each once, also when it is repeated and one of them was settled otherwise", async () => {
		const [one, other] = [await place(ana), await place(bruno, 50)];
		const payments = [won(one, 150), won(other, 160)];
		expect(await Promise.all(payments.map(repository.pay))).toEqual([1050, 1030]);
		const paid = (await entries()).filter(({ reason }) => reason === "live-crash-payout");
		expect(paid).toMatchObject([
			{ user_id: ana, reference: one.id, delta: 150, balance_after: 1050 },
			{ user_id: bruno, reference: other.id, delta: 80, balance_after: 1030 },
		]);
		const wins = () =>
			test.db.selectFrom("game_wins").select(["user_id", "amount"]).orderBy("amount").execute();
		expect(await wins()).toEqual([
			{ user_id: bruno, amount: 30 },
			{ user_id: ana, amount: 50 },
		]);
		const before = [await entries(), await bets(), await wins()];
		expect(await Promise.all(payments.map(repository.pay))).toEqual([1050, 1030]);
		const results = await Promise.allSettled([
			repository.pay(won(one, 150)),
			repository.pay({ ...won(other, 160), payout: 999 }),
		]);
		expect(results).toMatchObject([
			{ value: 1050 },
			{ reason: { message: expect.stringContaining("was settled before") } },
		]);
		expect([await entries(), await bets(), await wins()]).toEqual(before);
	});

	it("leaves other bets unchanged", async () => {
		const [one, other] = [await place(ana), await place(bruno, 50, null)];
		await expect(repository.pay(one), "without a cash-out").rejects.toThrow(TypeError);
		await repository.pay(won(one, 100));
		const otherPayout = repository.pay({ ...won(one, 100), payout: 999 });
		await expect(otherPayout).rejects.toThrow("was settled before");
		await repository.close(round);
		expect(await refundOpenRounds(tools())).toMatchObject({ rounds: 0, bets: 0 });
		const statuses = Object.fromEntries((await bets()).map(({ id, status }) => [id, status]));
		expect(statuses).toEqual({ [one.id]: "cashed_out", [other.id]: "lost" });
	});
});

describe("the refund at the start", () => {
	it("returns the stakes of open live bets once", async () => {
		await place(ana, 300);
		const cancelled = await place(bruno, 200);
		await repository.cancel(cancelled);
		expect(await refundOpenRounds(tools())).toMatchObject({ rounds: 1, bets: 1 });
		expect(await refundOpenRounds(tools())).toMatchObject({ rounds: 0, bets: 0 });
		expect([await findBalance(test.db, ana), await findBalance(test.db, bruno)]).toEqual([1000, 1000]);
		const refunds = (await entries()).filter(({ reason }) => reason.endsWith("refund"));
		expect(refunds.map(({ reason, delta, actor }) => [reason, delta, actor])).toEqual([
			["live-crash-refund", 200, bruno],
			["live-crash-refund", 300, "system"],
		]);
	});

	it("rejects the close of a voided round, whose end must not be published, and ignores a repeated close", async () => {
		const bet = await place();
		await repository.launch(round);
		await refundOpenRounds(tools());
		await expect(repository.close(round)).rejects.toThrow("voided");
		expect((await repository.findBet(ana, bet.id))?.bet.status).toBe("refunded");
		const next = newRound(await repository.open());
		await repository.launch(next);
		for (let time = 0; time < 2; time++) await repository.close(next);
	});
});

it("the sign of life of solo rounds is replaced by the next one", async () => {
	for (const at of ["2026-03-04T12:00:00.000Z", "2026-03-04T12:00:05.000Z"]) {
		await transact(test.db, (trx) => saveSignOfLife(trx, at));
		expect(await findSignOfLife(test.db)).toEqual({ aliveAt: at, hasOpen: false });
	}
});
