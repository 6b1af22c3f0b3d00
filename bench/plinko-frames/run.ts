/**
 * Fifty balls in real time in headless Chromium on the site's page, beside the same page at rest: script per frame, React
 * and path search included, and frame times.
 */
import { quantile as at, conclude, printTable, sized, verdict } from "../lib/measure";
import { measureSite } from "./site";

const BALLS = sized(50, 1);
/** ms of script per frame, at the 99th percentile. */
const MAX_SCRIPT_MS = 5;
/** The 99th percentile of frame times during a drop, in those at rest. */
const MAX_RATIO = 1.5;

const row = (name: string, sorted: readonly number[]): string[] => [
	name,
	...[0.5, 0.95, 0.99, 1].map((part) => at(sorted, part).toFixed(2)),
	String(sorted.length),
];
const HEAD = ["ms", "median", "95%", "99%", "longest", "frames"];

const { rest, drop } = await measureSite(BALLS);
const ratio = at(drop.intervals, 0.99) / at(rest.intervals, 0.99);
printTable(HEAD, [
	row("page at rest: between frames", rest.intervals),
	row(`page, ${BALLS} balls: between frames`, drop.intervals),
	row("page at rest: script", rest.script),
	row(`page, ${BALLS} balls: script`, drop.script),
]);
conclude([
	verdict("99% of frame times, during a drop to at rest", ratio, { most: MAX_RATIO }),
	verdict("99% of script per frame, in ms", at(drop.script, 0.99), { most: MAX_SCRIPT_MS }),
]);
