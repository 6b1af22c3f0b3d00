/** Counts drawn as bars: a browser gets shapes, and no library. */
export interface BarChart {
	width: number;
	height: number;
	bars: { x: number; y: number; width: number; height: number }[];
	highest: number;
}

const WIDTH = 600;
const HEIGHT = 120;
/** Of a bar's place. */
const GAP = 0.25;
/** One event among thousands is still seen. */
const LOWEST = 2;

/** @param counts at least one, in the order of their days. */
export function drawBars(counts: readonly number[]): BarChart {
	const highest = Math.max(...counts);
	const place = WIDTH / counts.length;
	const bars = counts.map((count, at) => {
		const height = count === 0 ? 0 : Math.max(LOWEST, round((count / highest) * HEIGHT));
		return { x: round((at + GAP / 2) * place), y: HEIGHT - height, width: round(place * (1 - GAP)), height };
	});
	return { width: WIDTH, height: HEIGHT, bars, highest };
}

const round = (value: number) => Math.round(value * 10) / 10;
