/**
 * Finds the starts of `drop-index.json`: `npx tsx app/games/plinko/screen/board/drop-index.generate.ts`.
 * Run it again after a change of the board's geometry, its physics or the version of matter-js.
 */
import { writeFileSync } from "node:fs";
import { START_SCALE } from "./drop-index";
import { SLOTS, simulateDrop } from "./physics";

const PER_SLOT = 80;
/** Greatest distance of a start from the middle, in stored units. */
const SPREAD = 18 * START_SCALE;
/** Falls that look too fast or too slow are left out. */
const MIN_STEPS = 150;
const MAX_STEPS = 264;
const MIN_HITS = 12;

const found = Array.from({ length: SLOTS }, () => new Map<string, number>());

/** Visits every start once, in an order that spreads over the whole range from the beginning. */
function* sweep(): Generator<number> {
	const count = 2 * SPREAD + 1;
	const stride = 22_247;
	for (let k = 0, at = 0; k < count; k++, at = (at + stride) % count) yield at - SPREAD;
}

for (const start of sweep()) {
	if (found.every((slot) => slot.size >= PER_SLOT)) break;
	const drop = simulateDrop(start / START_SCALE);
	const steps = (drop?.points.length ?? 0) / 2 - 1;
	const pegs = drop?.hits.filter((_, at) => at % 2 === 1) ?? [];
	if (drop === undefined || steps < MIN_STEPS || steps > MAX_STEPS || pegs.length < MIN_HITS) continue;
	// One start for each sequence of pegs, so that no two entries of a slot look the same.
	const slot = found[drop.slot];
	const path = pegs.join();
	if (slot && slot.size < PER_SLOT && !slot.has(path)) slot.set(path, start);
}

const index = found.map((slot) => {
	const starts = [...slot.values()].sort((a, b) => a - b);
	return starts.map((start, at) => start - (starts[at - 1] ?? 0));
});
const text = `${JSON.stringify(index).replaceAll("],", "],\n")}\n`;
writeFileSync(new URL("./drop-index.json", import.meta.url), text);

process.stdout.write(`starts per slot: ${found.map((slot) => slot.size).join(" ")}\n`);
if (found.some((slot) => slot.size < PER_SLOT)) process.exitCode = 1;
