/**
 * Response times of plays during a backup of a large database relative to those without one, measured alternately in
 * one run. `npx tsx tests/bench/backup/run.ts`
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { signInWithCookies } from "../../support/site/sign-in";
import { startSite } from "../../support/site/site";
import { fill } from "../admin-tables/fill";
import { quantile } from "../live-load/crowd";
import { playUntil } from "../play-until";
import { median, printTable, verdict } from "../table";

/** Each user has one ledger entry. */
const USERS = 300_000;
const PLAYERS = 8;
const WARM_UP_MS = 3000;
const TURNS = 3;
const MAX_RATIO = { median: 1.5, p99: 3 };
const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "plateia-backup-bench-"));
const site = await startSite({
	env: { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000", LOG_LEVEL: "error" },
});

/** Runs a backup with the lowest priority, like the site's schedule. @returns its duration in ms. */
async function runBackup(): Promise<number> {
	const since = performance.now();
	const command = [process.execPath, "--import", "tsx", "app/commands/plateia.server.ts", "backup", folder];
	const child = spawn("nice", ["-n", "19", ...command], {
		cwd: repositoryRoot,
		stdio: ["ignore", "ignore", "inherit"],
		env: { ...process.env, ...site.settings({}) },
	});
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error(`the backup ended with ${code}`);
	return performance.now() - since;
}

try {
	fill(site.database, { users: USERS, orders: 0 });
	const cookies: string[] = [];
	for (let count = 0; count < PLAYERS; count += 1)
		cookies.push(await signInWithCookies(site, `bench${count}`));
	await playUntil(sleep(WARM_UP_MS), site.origin, cookies);

	const rows: string[][] = [];
	const ratios = { median: [] as number[], p99: [] as number[] };
	for (let turn = 0; turn < TURNS; turn += 1) {
		const backup = runBackup();
		const during = await playUntil(backup, site.origin, cookies);
		const ms = await backup;
		const without = await playUntil(sleep(ms), site.origin, cookies);
		for (const [what, waits] of [
			["backup", during],
			["none", without],
		] as const) {
			const [p50, p99] = [quantile(waits, 0.5).toFixed(1), quantile(waits, 0.99).toFixed(1)];
			rows.push([what, String(waits.length), p50, p99, (ms / 1000).toFixed(1)]);
		}
		ratios.median.push(quantile(during, 0.5) / quantile(without, 0.5));
		ratios.p99.push(quantile(during, 0.99) / quantile(without, 0.99));
	}
	console.log(`${(statSync(site.database).size / 1e6).toFixed(0)} MB, ${PLAYERS} players, ${TURNS} turns`);
	printTable(["during", "plays", "p50 ms", "p99 ms", "backup s"], rows);
	const reached = [
		verdict("median wait relative to no backup, median of the turns", median(ratios.median), {
			most: MAX_RATIO.median,
		}),
		verdict("p99 relative to no backup, median of the turns", median(ratios.p99), { most: MAX_RATIO.p99 }),
	];
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await site.close();
	rmSync(folder, { recursive: true, force: true });
}
