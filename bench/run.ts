/**
 * `npm run bench` runs every bench, `npm run bench -- backup stalls` only those, and `cluster:frozen` or `stalls:24` passes
 * on what follows the colon; several words are separated by commas. `--once` (or BENCH_ONCE=1) is the short form: each
 * bench runs once with its smallest sizes, and only shows that it starts, measures and prints. Most results are ratios
 * within one run, so that they are also valid on a busy machine.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "../demo/build.mjs";
import { ensureBrowser } from "../tests/support/browser/ensure-browser.mjs";
import { printTable } from "./lib/measure";

const folder = fileURLToPath(new URL(".", import.meta.url));
/** These need another program or checkout, and run only if they are named. */
const ON_REQUEST = ["attack", "glewlwyd", "versions"];

const known = readdirSync(folder).filter((name) => existsSync(join(folder, name, "run.ts")));
const words = process.argv.slice(2);
const isOnce = words.includes("--once") || process.env.BENCH_ONCE === "1";
const named = words
	.filter((word) => word !== "--once")
	.map((word) => {
		const [, name = "", args] = /^([^:]*):?(.*)$/.exec(word) ?? [];
		return { name, args: args ? args.split(",") : [] };
	});
const unknown = named.filter(({ name }) => !known.includes(name));
if (unknown.length > 0) {
	console.error(`Unknown bench: ${unknown.map(({ name }) => name).join(", ")}. Known: ${known.join(", ")}.`);
	process.exit(1);
}
if (!(await ensureBuilt()) || !ensureBrowser()) process.exit(1);

const usual = known.filter((name) => !ON_REQUEST.includes(name)).map((name) => ({ name, args: [] }));
const rows: string[][] = [];
for (const { name, args } of named.length > 0 ? named : usual) {
	console.log(`\n=== ${name} ===`);
	const start = performance.now();
	const { status } = spawnSync(process.execPath, ["--import", "tsx", join(folder, name, "run.ts"), ...args], {
		cwd: join(folder, ".."),
		stdio: ["ignore", "inherit", "inherit"],
		env: { ...process.env, PLATEIA_BUILD: "keep", ...(isOnce && { BENCH_ONCE: "1" }) },
	});
	const seconds = ((performance.now() - start) / 1000).toFixed(0);
	rows.push([name, status === 0 ? (isOnce ? "works" : "met") : isOnce ? "FAILED" : "MISSED", `${seconds} s`]);
}
console.log("\n=== all ===");
printTable(["bench", isOnce ? "short form" : "limits", "time"], rows);
process.exitCode = rows.some(([, result]) => result !== "met" && result !== "works") ? 1 : 0;
