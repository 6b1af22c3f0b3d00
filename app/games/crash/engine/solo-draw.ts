/** The crash point of a solo flight, drawn with one number of the player's seeds (`fairness/draws.ts`). */
import { DRAW_RANGE } from "../../fairness/numbers";
import { MAX_MULTIPLIER, START } from "./curve";

/** How a crash point is drawn: the table of the game's rules, or 99% return at every target. */
export type SoloDrawName = "table" | "even";

export interface SoloDraw {
	/** Stored with each round, so that it can be drawn again after the setting has changed. */
	version: number;
	/** @param number a whole number from 0 up to, not including, {@link DRAW_RANGE}. @returns hundredths. */
	crashPoint(number: number): number;
	/** @param target hundredths, above 100. @returns the share of flights that reach it, 0 to 1. */
	chanceOf(target: number): number;
}

/** The bands of the table: percent of the flights, and the range of their crash points in hundredths, `to` excluded. */
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

/** The draws by the name in the site's settings. */
export const SOLO_DRAWS: Record<SoloDrawName, SoloDraw> = { table, even };

/** The draw of a stored round's version. @throws {RangeError} for an unknown version. */
export function soloDrawOf(version: number): SoloDraw {
	const draw = Object.values(SOLO_DRAWS).find((known) => known.version === version);
	if (!draw) throw new RangeError(`no solo draw of version ${version}`);
	return draw;
}

/**
 * The expected return per point staked with an automatic cash-out at `target`, without the rounding of payouts; 1 is
 * break-even.
 * @param target hundredths.
 */
export const rtpOf = (draw: SoloDraw, target: number): number => (draw.chanceOf(target) * target) / 100;

/** The expected return that the game states, whichever draw is in use. */
export const STATED_RTP = 0.99;
