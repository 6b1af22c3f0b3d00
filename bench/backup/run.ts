/**
 * Response times of plays during a backup of a large database relative to those without one, measured alternately in
 * one run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { startSite } from "../../tests/support/site/site";
import { repositoryRoot } from "../lib/copy";
import { fill } from "../lib/fill";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { BESIDE_HEADS, playBeside, playUntil } from "../lib/players";

/** Each user has one ledger entry. */
const USERS = sized(300_000, 1000);
const PLAYERS = 8;
const WARM_UP_MS = sized(3000, 200);
const TURNS = sized(3, 1);
const MAX_RATIO = { median: 1.5, p99: 3 };

const folder = mkdtempSync(join(tmpdir(), "plateia-backup-bench-"));
const site = await startSite({
	env: { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000", LOG_LEVEL: "error" },
});

/** Runs a backup with the lowest priority, like the site's schedule. */
async function runBackup(): Promise<void> {
	const command = [process.execPath, "--import", "tsx", "app/commands/plateia.server.ts", "backup", folder];
	const child = spawn("nice", ["-n", "19", ...command], {
		cwd: repositoryRoot,
		stdio: ["ignore", "ignore", "inherit"],
		env: { ...process.env, ...site.settings({}) },
	});
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error(`the backup ended with ${code}`);
}

try {
	fill(site.database, { users: USERS, orders: 0 });
	const cookies: string[] = [];
	for (let count = 0; count < PLAYERS; count += 1)
		cookies.push(await signInWithCookies(site, `bench${count}`));
	await playUntil(sleep(WARM_UP_MS), site, cookies);

	const turns: Awaited<ReturnType<typeof playBeside>>[] = [];
	while (turns.length < TURNS) turns.push(await playBeside("backup", runBackup(), site, cookies));
	console.log(`${(statSync(site.database).size / 1e6).toFixed(0)} MB, ${PLAYERS} players, ${TURNS} turns`);
	printTable(
		BESIDE_HEADS,
		turns.flatMap(({ rows }) => rows),
	);
	const medianOf = (what: "median" | "p99") => median(turns.map((turn) => turn[what]));
	conclude([
		verdict("median wait relative to no backup, median of the turns", medianOf("median"), {
			most: MAX_RATIO.median,
		}),
		verdict("p99 relative to no backup, median of the turns", medianOf("p99"), { most: MAX_RATIO.p99 }),
	]);
} finally {
	await site.close();
	rmSync(folder, { recursive: true, force: true });
}
