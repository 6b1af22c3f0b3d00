import { describe, expect, it } from "vitest";
import { CHANCES, DICE, type DiceBet, MAX_WIN, multiplierOf, ROLLS, SIDES, winOf } from "~/games/dice/dice";
import { dice } from "~/games/dice/game.server";
import { type DrawKey, drawNumbers } from "~/games/fairness/draws";
import { DRAW_RANGE, drawBelow } from "~/games/fairness/numbers";
import { catalogueOf, isOpen } from "~/games/games.server";
import type { Bet, InstantRules } from "~/games/instant/rules";
import { wheel } from "~/games/wheel/game.server";
import { SEGMENTS, WHEEL } from "~/games/wheel/wheel";
import { seededRandomHex } from "../../../support/database";

/** What a bet returns if each value is drawn once, in points. Every payout is a whole number. */
function returned<Input extends Bet>(rules: InstantRules<Input>, bet: Input): bigint {
	let sum = 0n;
	// BigInt throws for a fraction.
	for (let value = 0; value < rules.values; value++) sum += BigInt(rules.payout(bet, [value]));
	return sum;
}

/** 99% of what the bet costs if each value is drawn once. */
const expected = ({ values }: Pick<InstantRules, "values">, { stake }: Bet): bigint =>
	(99n * BigInt(stake) * BigInt(values)) / 100n;

const DICE_BETS: DiceBet[] = DICE.stakes.flatMap((stake) =>
	CHANCES.flatMap((chance) => SIDES.map((side) => ({ stake, chance, side }))),
);

describe("the return of the dice", () => {
	it("is exactly 99% for every stake, chance and side on offer", () => {
		expect([CHANCES.length, CHANCES[0], CHANCES.at(-1)]).toEqual([41, 99, 8250]);
		for (const bet of DICE_BETS.filter(({ stake }) => stake === 5 || stake === 250))
			expect(returned(DICE, bet), JSON.stringify(bet)).toBe(expected(DICE, bet));
		// The payout of any stake is that multiple of the payout of 5: a whole number, too.
		for (const { stake, chance, side } of DICE_BETS) {
			const least = BigInt(winOf({ stake: 5, chance }));
			expect(BigInt(winOf({ stake, chance })) * 5n).toBe(least * BigInt(stake));
			expect(DICE.payout({ stake, chance, side }, [side === "over" ? ROLLS - 1 : 0])).toBe(
				winOf({ stake, chance }),
			);
		}
	});

	it("is limited to 500 points by refusing bets that could win more, not by cutting wins", () => {
		const accepted = DICE_BETS.filter((bet) => {
			try {
				dice.checkBet?.(bet);
				return true;
			} catch (error) {
				expect((error as Error).message).toBe("winTooHigh");
				return false;
			}
		});
		expect(accepted).toEqual(DICE_BETS.filter((bet) => winOf(bet) <= MAX_WIN));
		expect(Math.max(...accepted.map(winOf))).toBe(dice.card.maxWin);
		for (const stake of DICE.stakes) expect(accepted.some((bet) => bet.stake === stake)).toBe(true);
	});

	it("comes from as many winning rolls as the chance says, on the shown side of the number", () => {
		for (const chance of CHANCES) {
			for (const side of SIDES) {
				const won = Array.from({ length: ROLLS }, (_, roll) => roll).filter((roll) =>
					DICE.payout({ stake: 5, chance, side }, [roll]),
				);
				expect([won.length, won.includes(side === "over" ? ROLLS - 1 : 0)]).toEqual([chance, true]);
			}
		}
		expect(DICE.chances.every(({ multiplier }) => Number.isInteger(multiplier))).toBe(true);
		expect([multiplierOf(4950), multiplierOf(99), multiplierOf(8250)]).toEqual([200, 10_000, 120]);
	});
});

it("the return of the wheel is exactly 99% for every stake, and its highest win 2,000 points", () => {
	expect(SEGMENTS.reduce((sum, multiplier) => sum + multiplier, 0)).toBe(99 * SEGMENTS.length);
	const payouts = WHEEL.stakes.flatMap((stake) => {
		expect(returned(WHEEL, { stake }), String(stake)).toBe(expected(WHEEL, { stake }));
		return SEGMENTS.map((_, segment) => WHEEL.payout({ stake }, [segment]));
	});
	expect(Math.max(...payouts)).toBe(wheel.card.maxWin);
	expect(WHEEL.chances.reduce((sum, { ways }) => sum + ways, 0)).toBe(SEGMENTS.length);
	expect(WHEEL.chances.map(({ multiplier, ways }) => [multiplier, ways])).toEqual([
		[1000, 1],
		[300, 3],
		[200, 6],
		[150, 9],
		[50, 10],
		[0, 21],
	]);
});

const numbersOf = (key: DrawKey) => (count: number) => drawNumbers(key, count);

it.each([50, 10_000])(
	"each of %i values is drawn by equally many numbers, and the rest is skipped",
	(count) => {
		const width = Math.floor(DRAW_RANGE / count);
		const randomHex = seededRandomHex(count);
		const seen = new Set<number>();
		for (let nonce = 0; nonce < 300; nonce++) {
			const key = { serverSeed: randomHex(32), clientSeed: "c", nonce };
			const { drawn, value } = drawBelow(numbersOf(key), count);
			expect(drawn).toBe(drawNumbers(key, 1)[0]);
			expect([drawn >= value * width, drawn < (value + 1) * width, value < count]).toEqual([
				true,
				true,
				true,
			]);
			seen.add(value);
		}
		expect(seen.size).toBeGreaterThan(count === 50 ? 48 : 280);
		// Half of all numbers and one more: every second number is skipped.
		const most = 2 ** 31 + 1;
		const skips = Array.from({ length: 20 }, (_, nonce) => ({ serverSeed: "s", clientSeed: "c", nonce }));
		expect(skips.every((key) => drawBelow(numbersOf(key), most).drawn < most)).toBe(true);
		expect(skips.some((key) => (drawNumbers(key, 1)[0] ?? 0) >= most)).toBe(true);
	},
);

it("dice and wheel are closed until an admin opens them", () => {
	const kinds = (config: { DICE_OPEN?: boolean; WHEEL_OPEN?: boolean }) =>
		catalogueOf(config as Parameters<typeof catalogueOf>[0])
			.slice(-2)
			.map(({ kind, path }) => [kind, path]);
	expect(kinds({})).toEqual(new Array(2).fill(["comingSoon", undefined]));
	expect(kinds({ DICE_OPEN: true, WHEEL_OPEN: true })).toEqual([
		["singleplayer", "/mini-games/dice"],
		["singleplayer", "/mini-games/wheel"],
	]);
	expect(isOpen(dice, { WHEEL_OPEN: true })).toBe(false);
});
