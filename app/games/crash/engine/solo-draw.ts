/** Where a solo flight ends, drawn with one number of the player's seeds (`fairness/draws.ts`). */
import { DRAW_RANGE } from "../../fairness/draws";
import { MAX_MULTIPLIER, START } from "./curve";

/** How a crash point is drawn: the table of the game's rules, or 99% return at every target. */
export type SoloDrawName = "table" | "even";

export interface SoloDraw {
	/** Stored with each round, so that it can be drawn again after the setting has changed. */
	version: number;
	/** @param number from 0 up to, not including, {@link DRAW_RANGE}. @returns hundredths. */
	crashPoint(number: number): number;
	/** The share of flights that reach a target, in hundredths, above 1.00x. */
	chanceOf(target: number): number;
}

/** Percent of the flights and between what they end, in hundredths, the upper end not included. */
export const TABLE_BANDS = [
	{ percent: 30, from: 100, to: 150 },
	{ percent: 30, from: 150, to: 250 },
	{ percent: 25, from: 250, to: 500 },
	{ percent: 15, from: 500, to: 1000 },
] as const;

const table: SoloDraw = {
	version: 1,
	crashPoint(number) {
		let below = 0;
		for (const { percent, from, to } of TABLE_BANDS) {
			// All in whole numbers under 2^53, so that the division is never rounded over an integer.
			const place = number * 100 - below * DRAW_RANGE;
			const width = percent * DRAW_RANGE;
			if (place < width) return from + Math.floor((place * (to - from)) / width);
			below += percent;
		}
		throw new RangeError(`not a drawn number: ${number}`);
	},
	chanceOf: (target) =>
		TABLE_BANDS.reduce((sum, { percent, from, to }) => {
			const reached = Math.min(Math.max(to - target, 0), to - from) / (to - from);
			return sum + (percent / 100) * reached;
		}, 0),
};

/** max(1, floor(99 / (1 - X)) / 100): a target of t hundredths is reached with a chance of 99 / t. */
const even: SoloDraw = {
	version: 2,
	crashPoint: (number) =>
		Math.min(MAX_MULTIPLIER, Math.max(START, Math.floor((99 * DRAW_RANGE) / (DRAW_RANGE - number)))),
	chanceOf: (target) => (target <= START ? 1 : target > MAX_MULTIPLIER ? 0 : 99 / target),
};

export const SOLO_DRAWS: Record<SoloDrawName, SoloDraw> = { table, even };

/** @throws {RangeError} for a version that no draw has. */
export function soloDrawOf(version: number): SoloDraw {
	const draw = Object.values(SOLO_DRAWS).find((known) => known.version === version);
	if (!draw) throw new RangeError(`no solo draw of version ${version}`);
	return draw;
}

/** What comes back on average per point staked with an automatic cash-out at `target`, flooring apart. */
export const rtpOf = (draw: SoloDraw, target: number): number => (draw.chanceOf(target) * target) / 100;

/** The figure that the game has always stated. */
export const STATED_RTP = 0.99;
