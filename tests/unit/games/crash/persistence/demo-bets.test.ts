import { beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import type { BetRequest } from "~/games/crash/engine/bet-repository";
import {
	cancel,
	cashOut,
	crash,
	launch,
	newBet,
	newRound,
	place,
	type Round,
} from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { createDemoBets, type DemoWallet, openBetOf } from "~/games/crash/persistence/demo-bets";
import { DRAW_RANGE } from "~/games/fairness/draws";
import { answerTo } from "../engine/engine.setup";

const DEMO = "visitor";
let wallet: DemoWallet;
let repository: ReturnType<typeof createDemoBets>;
let round: Round;

beforeEach(async () => {
	wallet = { points: 1000, last: undefined };
	repository = createDemoBets(wallet, { draw: () => SOLO_DRAWS.table, randomNumber: () => DRAW_RANGE / 2 });
	round = newRound((await repository.open()).id);
});

const bet = (idempotencyKey: string, stake = 100, target: number | null = null) =>
	placeAsEngine({ userId: DEMO, idempotencyKey, stake, target });

/** Adds the bet to the round once it is stored, as the engine does. */
async function placeAsEngine(request: BetRequest) {
	const placed = newBet({ ...request, id: crypto.randomUUID() });
	const refusal = round.phase === "waiting" ? undefined : new DomainError("bettingClosed");
	const answer = await repository.place(round, placed, { idempotencyKey: request.idempotencyKey, refusal });
	if (answer.id === placed.id) place(round, placed);
	return answer;
}

const playerBet = () => {
	const found = round.bets.get(DEMO);
	if (!found) throw new Error("no bet");
	return found;
};

describe("a demo bet", () => {
	it("takes its stake from the wallet", async () => {
		expect(await bet("r")).toEqual({ id: playerBet().id, stake: 100, target: null, balance: 900 });
		expect([wallet.points, openBetOf(wallet)?.stake]).toEqual([900, 100]);
	});

	it("is placed once however often it is sent, also after it was cancelled", async () => {
		const first = await bet("r");
		expect(await bet("r")).toEqual(first);
		expect(wallet.points).toBe(900);
		expect(await repository.cancel(cancel(round, DEMO))).toBe(1000);
		expect(await bet("r")).toEqual(first);
		expect([wallet.points, openBetOf(wallet), round.bets.size]).toEqual([1000, undefined, 0]);
		expect(await answerTo(bet("r", 200))).toBe("idempotencyKeyReused");
		expect(await answerTo(bet("r", 100, 150))).toBe("idempotencyKeyReused");
	});

	it("cannot exceed the points in the wallet", async () => {
		expect(await answerTo(bet("r", 1010))).toBe("insufficientPoints");
		expect([wallet.points, round.bets.size]).toEqual([1000, 0]);
		expect(await bet("s", 1000)).toMatchObject({ balance: 0 });
	});

	it("costs nothing when the round rejects it", async () => {
		launch(round, 150);
		expect(await answerTo(bet("r"))).toBe("bettingClosed");
		expect([wallet.points, wallet.last]).toEqual([1000, undefined]);
	});

	it("is paid, and found with the crash point after the flight", async () => {
		const { id } = await bet("r");
		launch(round, await repository.launch(round));
		cashOut(round, DEMO, 1000);
		expect(await repository.pay(playerBet())).toBe(900 + 120);
		const found = () => repository.findBet(DEMO, id);
		expect(await found()).toMatchObject({ bet: { status: "cashed_out" }, crashPoint: null });
		await repository.close(round);
		expect(await found()).toMatchObject({ bet: { payout: 120 }, crashPoint: round.crashPoint });
		expect(await repository.findBet(DEMO, "another")).toBeUndefined();
	});

	it("is not returned when it is lost, also after a later round without a bet was voided", async () => {
		const { id } = await bet("r");
		launch(round, await repository.launch(round));
		crash(round);
		await repository.close(round);
		await repository.callOff(newRound("another"));
		expect(await repository.findBet(DEMO, id)).toMatchObject({ bet: { status: "lost", payout: 0 } });
		expect([wallet.points, openBetOf(wallet)]).toEqual([900, undefined]);
	});

	it("is found as refunded after the round was voided", async () => {
		const { id } = await bet("r");
		expect(await repository.callOff(round)).toEqual(new Map([[DEMO, 1000]]));
		const refunded = { bet: { status: "refunded" }, crashPoint: null };
		expect(await repository.findBet(DEMO, id)).toMatchObject(refunded);
		expect([wallet.points, openBetOf(wallet)]).toEqual([1000, undefined]);
	});
});

it("launches with the crash point of the draw, over its whole range", async () => {
	const ranges: number[] = [];
	const numbers = [0, 1, DRAW_RANGE / 2, DRAW_RANGE - 1];
	for (const number of numbers) {
		const randomNumber = (range: number) => {
			ranges.push(range);
			return number;
		};
		const even = { draw: () => SOLO_DRAWS.even, randomNumber };
		const drawn = createDemoBets({ points: 0, last: undefined }, even);
		expect(await drawn.launch(newRound("r"))).toBe(SOLO_DRAWS.even.crashPoint(number));
	}
	expect(ranges).toEqual(numbers.map(() => DRAW_RANGE));
});
