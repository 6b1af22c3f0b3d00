import type { BalancePoint } from "../ledger/balance-history.server";

const WIDTH = 1000;
const HEIGHT = 240;
const LEVELS = 4;

/**
 * Draws a balance over time as a step function: SVG paths in a coordinate system of `width` by `height`, and axis labels
 * from the top in points, and from the left in ms since 1970.
 * @param points at least one, oldest first.
 * @param until the end of the time axis, ms since 1970.
 */
export function drawBalanceChart(points: readonly BalancePoint[], until: number) {
	const from = points[0]?.at ?? until;
	const to = Math.max(until, from + 1);
	const all = points.map(({ points }) => points);
	const [lowest, highest] = [Math.min(...all), Math.max(...all)];
	const levels = levelsFor(lowest, highest);
	const [top = 1, floor = 0] = [levels.at(0), levels.at(-1)];
	const x = (at: number) => round(((Math.max(from, Math.min(to, at)) - from) / (to - from)) * WIDTH);
	const y = (balance: number) => round(HEIGHT - ((balance - floor) / (top - floor)) * HEIGHT);
	const steps = points.slice(1).map(({ at, points }) => `H${x(at)}V${y(points)}`);
	const line = `M0 ${y(points[0]?.points ?? 0)}${steps.join("")}H${WIDTH}`;
	return {
		width: WIDTH,
		height: HEIGHT,
		line,
		area: `${line}V${HEIGHT}H0Z`,
		levels,
		moments: [from, (from + to) / 2, to] as const,
		lowest,
		highest,
	};
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns round, evenly spaced axis labels; from 0, unless the line would look flat. */
function levelsFor(lowest: number, highest: number): number[] {
	const isFlat = lowest === highest;
	const base = isFlat || lowest < highest / 2 ? 0 : lowest;
	const step = roundUp(Math.max(1, (highest - base) / LEVELS));
	const floor = Math.floor(base / step) * step;
	const count = Math.max(1, Math.ceil((highest - floor) / step));
	return Array.from({ length: count + 1 }, (_, at) => floor + (count - at) * step);
}

/** Rounds a positive number up to the next of 1, 2, 5, 10, 20, 50, … */
export function roundUp(value: number): number {
	const size = 10 ** Math.floor(Math.log10(value));
	return size * ([1, 2, 5, 10].find((factor) => factor * size >= value) ?? 10);
}
