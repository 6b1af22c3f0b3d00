/**
 * `npm run bench` runs every bench, `npm run bench -- ledger http-plays` only those. Most results are ratios within
 * one run, so that they are also valid on a busy machine.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "../../demo/build.mjs";
import { ensureBrowser } from "../support/browser/ensure-browser.mjs";
import { printTable } from "./table";

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));
const TSX = ["node_modules/tsx/dist/cli.mjs"];
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts"];

const BENCHES: Record<string, readonly string[]> = {
	"page-weight": [...TSX, "tests/bench/page-weight/run.ts"],
	ledger: [...TSX, "tests/bench/ledger/run.ts"],
	instruments: [...TSX, "tests/bench/instruments/run.ts"],
	"http-plays": [...TSX, "tests/bench/http-plays/run.ts"],
	"page-cost": [...TSX, "tests/bench/page-cost/run.ts"],
	"request-cost": [...TSX, "tests/bench/request-cost/run.ts"],
	backup: [...TSX, "tests/bench/backup/run.ts"],
	"admin-tables": [...TSX, "tests/bench/admin-tables/run.ts"],
	"live-load": [...TSX, "tests/bench/live-load/run.ts"],
	"mixed-load": [...TSX, "tests/bench/mixed-load/run.ts"],
	"cash-outs": [...TSX, "tests/bench/cash-outs/run.ts"],
	stalls: [...TSX, "tests/bench/stalls/run.ts"],
	hooks: [...TSX, "tests/bench/hooks/run.ts"],
	"watch-turns": [...TSX, "tests/bench/watch-turns/run.ts"],
	"tenth-core": [...TSX, "tests/bench/tenth-core/run.ts"],
	"live-churn": [...TSX, "tests/bench/live-churn/run.ts"],
	"plinko-frames": [...TSX, "tests/bench/plinko-frames/run.ts"],
	"plinko-replay": [...TSX, "tests/bench/plinko-replay/run.ts"],
	"crash-frames": [...TSX, "tests/bench/crash-frames/run.ts"],
	cluster: [...TSX, "tests/bench/cluster/run.ts"],
	// The fault tests, with the number of kills in FAULT_KILLS.
	kills: [...VITEST, "--project", "faults", "kill"],
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
	console.error(`Unknown bench: ${unknown.join(", ")}. Known: ${Object.keys(BENCHES).join(", ")}.`);
	process.exit(1);
}
if (!(await ensureBuilt()) || !ensureBrowser()) process.exit(1);

const rows: string[][] = [];
for (const [name, args] of Object.entries(BENCHES)) {
	if (selected.length > 0 && !selected.includes(name)) continue;
	console.log(`\n=== ${name} ===`);
	const start = performance.now();
	const { status } = spawnSync(process.execPath, args, {
		cwd: repositoryRoot,
		stdio: ["ignore", "inherit", "inherit"],
		env: { ...process.env, PLATEIA_BUILD: "keep" },
	});
	const seconds = ((performance.now() - start) / 1000).toFixed(0);
	rows.push([name, status === 0 ? "met" : "MISSED", `${seconds} s`]);
}
console.log("\n=== all ===");
printTable(["bench", "limits", "time"], rows);
process.exitCode = rows.some(([, result]) => result !== "met") ? 1 : 0;
