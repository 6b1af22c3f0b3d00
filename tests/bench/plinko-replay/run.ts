/**
 * Counts balls that are displayed in another slot than the drawn one, for 10,000 balls in Chromium, 1,000 in Firefox
 * and every entry of the index in both. `npx tsx tests/bench/plinko-replay/run.ts`
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, bundle, findBrowser, report } from "./browser";
import type { ReplayReport } from "./page";

const runs: readonly (readonly [Browser, number])[] = [
	["chromium", 10_000],
	["firefox", 1_000],
];

const folder = await bundle(fileURLToPath(new URL("./page.ts", import.meta.url)));
const hashes = new Set<string>();
let failed = false;
try {
	for (const [browser, balls] of runs) {
		const program = findBrowser(browser);
		if (program === undefined) {
			console.log(`${browser}: not installed, skipped`);
			continue;
		}
		const found = await report<ReplayReport>(browser, program, folder, `balls=${balls}`, 300_000);
		hashes.add(found.hash);
		failed ||= found.wrong + found.miscounted + found.wrongEntries > 0;
		console.log(
			[
				`${browser} (${found.agent.split(" ").slice(-1)[0]})`,
				`  balls ${found.balls}: ${found.wrong} in a wrong slot, ${found.miscounted} miscounted, ${found.discarded} falls discarded`,
				`  index ${found.entries}: ${found.wrongEntries} end in another slot; hash of all points ${found.hash}`,
				`  ${found.millisecondsPerDrop.toFixed(3)} ms per drop`,
			].join("\n"),
		);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
console.log(hashes.size > 1 ? "the engines compute different falls" : "same falls in every engine");
process.exitCode = failed || hashes.size > 1 ? 1 : 0;
