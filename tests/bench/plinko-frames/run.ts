/**
 * Fifty balls at once, in real time, in headless Chromium: what each frame costs, and how soon the first
 * ball moves. `npx tsx tests/bench/plinko-frames/run.ts`
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle, findBrowser, report } from "../plinko-replay/browser";
import type { FramesReport } from "./page";

function at(sorted: readonly number[], part: number): string {
	return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2);
}

const program = findBrowser("chromium");
if (program === undefined) {
	console.log("Chromium is not installed, skipped");
} else {
	const folder = await bundle(fileURLToPath(new URL("./page.ts", import.meta.url)));
	try {
		const found = await report<FramesReport>("chromium", program, folder, "", 60_000);
		const { script, intervals } = found;
		console.log(
			[
				`chromium (${found.agent.split(" ").slice(-2)[0]}), ${found.landed} balls in ${found.seconds.toFixed(1)} s`,
				`  script a frame: median ${at(script, 0.5)} ms, 95th percentile ${at(script, 0.95)} ms, longest ${at(script, 1)} ms (${found.frames} frames)`,
				`  between frames: median ${at(intervals, 0.5)} ms, 95th percentile ${at(intervals, 0.95)} ms, longest ${at(intervals, 1)} ms`,
				`  first ball moves ${found.firstMove.toFixed(1)} ms after the start; modules took ${found.load.toFixed(1)} ms to load`,
			].join("\n"),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
