/**
 * Fifty balls in real time in headless Chromium: script per frame, path search included, and frame times on the site's
 * page beside the same page at rest. A second measurement runs the player alone, without React.
 * `npx tsx tests/bench/plinko-frames/run.ts`
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle, findBrowser, report } from "../plinko-replay/browser";
import { printTable, verdict } from "../table";
import type { FramesReport } from "./page";
import { type Frames, measureSite } from "./site";

/** ms of script per frame, at the 99th percentile. */
const MAX_SCRIPT_MS = 5;
/** The 99th percentile of frame times during a drop, in those at rest. */
const MAX_RATIO = 1.5;

const at = (sorted: readonly number[], part: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const row = (name: string, sorted: readonly number[]): string[] => [
	name,
	...[0.5, 0.95, 0.99, 1].map((part) => at(sorted, part).toFixed(2)),
	String(sorted.length),
];
const HEAD = ["ms", "median", "95%", "99%", "longest", "frames"];

const program = findBrowser("chromium");
if (program === undefined) {
	console.log("Chromium is not installed, skipped");
} else {
	const { rest, drop }: { rest: Frames; drop: Frames } = await measureSite();
	const ratio = at(drop.intervals, 0.99) / at(rest.intervals, 0.99);
	const script = at(drop.script, 0.99);
	printTable(HEAD, [
		row("page at rest: between frames", rest.intervals),
		row("page, 50 balls: between frames", drop.intervals),
		row("page at rest: script", rest.script),
		row("page, 50 balls: script", drop.script),
	]);
	const isMet = [
		verdict("99% of frame times, during a drop to at rest", ratio, { most: MAX_RATIO }),
		verdict("99% of script per frame, in ms", script, { most: MAX_SCRIPT_MS }),
	];
	if (isMet.includes(false)) process.exitCode = 1;
	await measureAlone(program);
}

async function measureAlone(browser: string): Promise<void> {
	const folder = await bundle(fileURLToPath(new URL("./page.ts", import.meta.url)));
	try {
		const found = await report<FramesReport>("chromium", browser, folder, "", 60_000);
		console.log(
			`\nthe player alone (${found.agent.split(" ").slice(-2)[0]}), ${found.landed} balls in ${found.seconds.toFixed(1)} s`,
		);
		printTable(HEAD, [row("script", found.script), row("between frames", found.intervals)]);
		console.log(
			`the first ball moves ${found.firstMove.toFixed(1)} ms after the start; modules took ${found.load.toFixed(1)} ms to load`,
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
