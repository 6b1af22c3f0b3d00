/**
 * How long players wait while a backup of a large database is made, beside how long they wait before: in turns, in
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
import { postForm } from "../../support/site/single-fetch";
import { startSite } from "../../support/site/site";
import { fill } from "../admin-tables/fill";
import { quantile } from "../live-load/crowd";
import { median, printTable, verdict } from "../table";

/** Each with an entry in the ledger. */
const USERS = 300_000;
const PLAYERS = 8;
const PAUSE_MS = 40;
const WARM_UP_MS = 3000;
const TURNS = 3;
const AIMS = { median: 1.5, p99: 3 };
const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "plateia-backup-bench-"));
const site = await startSite({
	env: { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000", LOG_LEVEL: "error" },
});

/** Plays until that is over. @returns the ms that each play took, sorted. */
async function playUntil(over: Promise<unknown>, cookies: readonly string[]): Promise<number[]> {
	let isOver = false;
	void over.then(() => (isOver = true));
	const waits: number[] = [];
	await Promise.all(
		cookies.map(async (cookie) => {
			while (!isOver) {
				const since = performance.now();
				const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1 };
				const { status } = await postForm(`${site.origin}/mini-games/plinko`, { cookie }, fields);
				if (status !== 200) throw new Error(`a play was answered with ${status}`);
				waits.push(performance.now() - since);
				await sleep(PAUSE_MS);
			}
		}),
	);
	return waits.sort((a, b) => a - b);
}

/** By the lowest priority, as the site's own schedule starts it. */
async function backUp(): Promise<number> {
	const since = performance.now();
	const command = [process.execPath, "--import", "tsx", "app/commands/backup.server.ts", folder];
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
	await playUntil(sleep(WARM_UP_MS), cookies);

	const rows: string[][] = [];
	const ratios = { median: [] as number[], p99: [] as number[] };
	for (let turn = 0; turn < TURNS; turn += 1) {
		const backup = backUp();
		const during = await playUntil(backup, cookies);
		const ms = await backup;
		const before = await playUntil(sleep(ms), cookies);
		for (const [what, waits] of [
			["backup", during],
			["none", before],
		] as const) {
			const [middle, most] = [quantile(waits, 0.5).toFixed(1), quantile(waits, 0.99).toFixed(1)];
			rows.push([what, String(waits.length), middle, most, (ms / 1000).toFixed(1)]);
		}
		ratios.median.push(quantile(during, 0.5) / quantile(before, 0.5));
		ratios.p99.push(quantile(during, 0.99) / quantile(before, 0.99));
	}
	console.log(`${(statSync(site.database).size / 1e6).toFixed(0)} MB, ${PLAYERS} players, ${TURNS} turns`);
	printTable(["meanwhile", "plays", "p50 ms", "p99 ms", "backup s"], rows);
	const reached = [
		verdict("median wait beside none, median of the turns", median(ratios.median), { most: AIMS.median }),
		verdict("p99 beside none, median of the turns", median(ratios.p99), { most: AIMS.p99 }),
	];
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await site.close();
	rmSync(folder, { recursive: true, force: true });
}
