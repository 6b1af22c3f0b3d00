import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { refundOpenRounds } from "~/games/crash/persistence/bets.server";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { createLiveBets } from "~/games/crash/persistence/live-bets.server";
import { createSoloBets } from "~/games/crash/persistence/solo-bets.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { checkInvariants } from "../../../../../db/audit";
import {
	addUser,
	fakeClock,
	openTestDatabase,
	seededRandomHex,
	type TestDatabase,
} from "../../../../support/database";
import { answerTo, placeIn } from "../engine/engine.setup";

let test: TestDatabase;
let ana: string;
let bruno: string;
let book: ReturnType<typeof createLiveBets>;
let round: ReturnType<typeof newRound>;

const config = { SITE_TIMEZONE: "Europe/Lisbon" };
const randomHex = seededRandomHex("bets");
const clock = fakeClock();
const tools = () => ({
	db: test.db,
	now: clock.now,
	randomHex,
	config,
	draw: () => SOLO_DRAWS.table,
	length: 20,
});

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	ana = await addUser(test.db, "ana");
	bruno = await addUser(test.db, "bruno");
	book = createLiveBets(tools());
	round = newRound((await book.open()).id);
});
afterEach(async () => {
	for (const { name, rows } of await checkInvariants(test.db, [...ledgerInvariants, ...crashInvariants])) {
		expect(rows, name).toEqual([]);
	}
	await test.close();
});

let requests = 0;
async function place(userId = ana, stake = 100, target: number | null = null): Promise<Bet> {
	const request = { userId, idempotencyKey: `request-${++requests}`, stake, target };
	const { id } = await placeIn(book, round, request);
	return { id, userId, stake, target, status: "active", multiplier: null, payout: null };
}
const won = (bet: Bet, multiplier = 100): Bet => ({
	...bet,
	...{ status: "cashed_out", multiplier, payout: (bet.stake * multiplier) / 100 },
});
const bets = () => test.db.selectFrom("crash_bets").selectAll().orderBy("created_at").execute();
const entries = () => test.db.selectFrom("point_entries").selectAll().orderBy("id").execute();
const counts = async () => [(await bets()).length, (await entries()).length, await findBalance(test.db, ana)];

describe("a bet", () => {
	it("is stored with its stake in one go", async () => {
		const { id } = await place(ana, 100, 150);
		expect(await bets()).toMatchObject([
			{ id, round_id: round.id, user_id: ana, amount: 100, target: 150, status: "active", payout: null },
		]);
		const stake = { reason: "live-crash-stake", reference: id, actor: ana, delta: -100, balance_after: 900 };
		expect((await entries()).at(-1)).toMatchObject(stake);
	});

	it("that the round does not take leaves nothing behind, not even its request", async () => {
		const before = await counts();
		const request = { userId: ana, idempotencyKey: "same", stake: 100, target: null };
		const refusal = new DomainError("bettingClosed");
		expect(await answerTo(placeIn(book, round, request, refusal))).toBe("bettingClosed");
		expect(await counts()).toEqual(before);
		expect(await test.db.selectFrom("idempotency_keys").selectAll().execute()).toEqual([]);
		expect(await placeIn(book, round, request)).toMatchObject({ balance: 900 });
	});

	it("that cannot be paid for is not taken up", async () => {
		const request = { userId: ana, idempotencyKey: "dear", stake: 1010, target: null };
		expect(await answerTo(placeIn(book, round, request))).toBe("insufficientPoints");
		expect(await bets()).toEqual([]);
	});

	it("is one for each player and round, even if a table should forget", async () => {
		await place();
		await expect(place()).rejects.toThrow("UNIQUE");
		await place(bruno);
		expect(await findBalance(test.db, ana)).toBe(900);
	});

	it("is placed once at the same time, and told alike", async () => {
		const request = { userId: ana, idempotencyKey: "same", stake: 100, target: null };
		const answers = await Promise.all([1, 2, 3].map(() => placeIn(book, round, request)));
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
		const placed = await bets();
		expect(placed.map(({ id }) => id)).toEqual([answers[0]?.id]);
	});

	it("is found by its player alone, with the end of its flight only once that is over", async () => {
		const bet = await place();
		expect(await book.findBet(bruno, bet.id)).toBeUndefined();
		expect(await book.findBet(ana, bet.id)).toEqual({
			bet: { id: bet.id, stake: 100, target: null, status: "active", multiplier: null, payout: null },
			crashPoint: null,
		});
		const crashPoint = await book.launch(round);
		expect(await book.findBet(ana, bet.id)).toMatchObject({ crashPoint: null });
		await book.pay(won(bet));
		await book.close(round);
		expect(await book.findBet(ana, bet.id)).toMatchObject({ bet: { status: "cashed_out" }, crashPoint });
	});
});

describe("a bet is settled once", () => {
	const settlings: [string, (bet: Bet) => Promise<unknown>][] = [
		["paid", (bet) => book.pay(won(bet))],
		["taken back", (bet) => book.cancel(bet)],
		["lost", () => book.close(round)],
		["called off", () => book.callOff(round)],
	];

	for (const [first, settle] of settlings) {
		it.each(settlings.slice(0, 2))(`that was ${first} is not ${"%s"} any more`, async (_second, again) => {
			const bet = await place();
			await settle(bet);
			const before = [await counts(), await bets()];
			await expect(again(bet)).rejects.toThrow("was settled before");
			expect([await counts(), await bets()]).toEqual(before);
		});
	}

	it("and nobody else's with it", async () => {
		const [one, other] = [await place(ana), await place(bruno, 50, null)];
		await book.pay(won(one, 100));
		await book.close(round);
		expect((await bets()).map(({ id, status }) => [id, status])).toEqual([
			[one.id, "cashed_out"],
			[other.id, "lost"],
		]);
	});

	it("and not paid what it was never cashed out at", async () => {
		const bet = await place();
		await expect(book.pay(bet)).rejects.toThrow(TypeError);
		expect((await bets())[0]?.status).toBe("active");
	});
});

describe("a start", () => {
	it("refunds what the last process left open, in both games, once", async () => {
		const solo = createSoloBets(tools(), bruno);
		const own = newRound((await solo.open()).id);
		await place(ana, 300);
		const back = await place(bruno, 200);
		await book.cancel(back);
		await placeIn(solo, own, { userId: bruno, idempotencyKey: "r", stake: 50, target: null });
		await solo.launch(own);
		expect(await refundOpenRounds(tools())).toEqual({ rounds: 2, bets: 2 });
		expect(await refundOpenRounds(tools())).toEqual({ rounds: 0, bets: 0 });
		expect([await findBalance(test.db, ana), await findBalance(test.db, bruno)]).toEqual([1000, 1000]);
		const refunds = (await entries()).filter(({ reason }) => reason.endsWith("refund"));
		expect(refunds.map(({ reason, delta, actor }) => [reason, delta, actor])).toEqual([
			["live-crash-refund", 200, bruno],
			["live-crash-refund", 300, "system"],
			["solo-crash-refund", 50, "system"],
		]);
	});

	it("leaves alone what is over", async () => {
		const bet = await place();
		await book.launch(round);
		await book.pay(won(bet));
		await book.close(round);
		expect(await refundOpenRounds(tools())).toEqual({ rounds: 0, bets: 0 });
		expect(await findBalance(test.db, ana)).toBe(1000);
	});

	it("goes on where it failed", async () => {
		await place(ana, 300);
		const another = newRound((await book.open()).id);
		const request = { userId: bruno, idempotencyKey: "r", stake: 50, target: null };
		await placeIn(book, another, request);
		let calls = 0;
		const stopsAmid = () => {
			calls += 1;
			if (calls > 2) throw new Error("killed");
			return clock.now();
		};
		await refundOpenRounds({ ...tools(), now: stopsAmid }).catch(() => {});
		await refundOpenRounds(tools());
		expect([await findBalance(test.db, ana), await findBalance(test.db, bruno)]).toEqual([1000, 1000]);
	});
});
