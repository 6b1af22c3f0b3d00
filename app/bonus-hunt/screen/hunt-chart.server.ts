import { roundUp } from "~/points/statement/balance-chart.server";

/** The chart of a hunt's balance after each slot, as SVG paths. */
export interface HuntChart {
	width: number;
	height: number;
	line: string;
	/** The area between the line and break-even. */
	area: string;
	/** Axis labels in cents, from the top, evenly spaced. */
	levels: number[];
	/** The y coordinate of break-even. */
	zero: number;
	/** Balance in cents before the first and after the last slot. */
	start: number;
	end: number;
}

const WIDTH = 1000;
const HEIGHT = 240;
const LEVELS = 4;

/**
 * Draws the balance (payouts minus start cost) after each opened slot.
 * @param startCost cents, as the payouts.
 * @param payouts in the order in which the slots were opened.
 */
export function drawHuntChart(startCost: number, payouts: readonly number[]): HuntChart {
	const balances = [-startCost];
	for (const payout of payouts) balances.push((balances.at(-1) ?? 0) + payout);
	const [start, end] = [-startCost, balances.at(-1) ?? 0];
	const levels = levelsFor(Math.min(0, start), Math.max(0, end));
	const [top = 1, floor = 0] = [levels.at(0), levels.at(-1)];
	const x = (at: number) => round((at / Math.max(1, payouts.length)) * WIDTH);
	const y = (cents: number) => round(HEIGHT - ((cents - floor) / (top - floor)) * HEIGHT);
	const steps = balances.slice(1).map((balance, at) => `H${x(at + 1)}V${y(balance)}`);
	const line = `M0 ${y(start)}${steps.join("")}`;
	return {
		width: WIDTH,
		height: HEIGHT,
		line,
		area: `${line}V${y(0)}H0Z`,
		levels,
		zero: y(0),
		start,
		end,
	};
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns round axis labels that include all balances and break-even. */
function levelsFor(lowest: number, highest: number): number[] {
	const step = roundUp(Math.max(1, (highest - lowest) / LEVELS));
	const floor = Math.floor(lowest / step) * step;
	const count = Math.max(1, Math.ceil((highest - floor) / step));
	return Array.from({ length: count + 1 }, (_, at) => floor + (count - at) * step);
}
