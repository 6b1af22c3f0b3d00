/** Drawn numbers, and equally likely values from them. */

/** The number of equally likely values of a drawn number. */
export const DRAW_RANGE = 2 ** 32;

/** Draws `count` whole numbers, each equally likely from 0 up to, not including, {@link DRAW_RANGE}; more begin with fewer. */
export type DrawNumbers = (count: number) => ArrayLike<number>;

/**
 * Draws a whole number from 0 up to, not including, `count`, each exactly equally likely: {@link DRAW_RANGE} is split into
 * `count` equal parts, and a number in the rest behind them is skipped.
 */
export function drawBelow(draw: DrawNumbers, count: number): { drawn: number; value: number } {
	const width = Math.floor(DRAW_RANGE / count);
	for (let place = 1; ; place++) {
		const drawn = draw(place)[place - 1] ?? 0;
		if (drawn < width * count) return { drawn, value: Math.floor(drawn / width) };
	}
}
