/** A bar chart as SVG coordinates, computed on the server, so that browsers load no library. */
export interface BarChart {
	width: number;
	height: number;
	bars: { x: number; y: number; width: number; height: number }[];
	/** The maximum of the counts. */
	highest: number;
}

const WIDTH = 600;
const HEIGHT = 120;
/** Share of a bar's width that stays empty. */
const GAP = 0.25;
/** Minimum height of a bar above 0, so that one event among thousands is visible. */
const MIN_HEIGHT = 2;

/**
 * @param counts one per day, in order; at least one.
 * @returns coordinates from the top left corner. A bar for 0 has the height 0.
 */
export function drawBars(counts: readonly number[]): BarChart {
	const highest = Math.max(...counts);
	const step = WIDTH / counts.length;
	const bars = counts.map((count, at) => {
		const height = count === 0 ? 0 : Math.max(MIN_HEIGHT, round((count / highest) * HEIGHT));
		return { x: round((at + GAP / 2) * step), y: HEIGHT - height, width: round(step * (1 - GAP)), height };
	});
	return { width: WIDTH, height: HEIGHT, bars, highest };
}

const round = (value: number) => Math.round(value * 10) / 10;
