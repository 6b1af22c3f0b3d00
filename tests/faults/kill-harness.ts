/**
 * Kills a site with SIGKILL during load and starts it again on the same database. The moments of the kills are events: a
 * number of answers, a message that has arrived, an end that was seen. `FAULT_KILLS` and `FAULT_SEED` change number and
 * seed; `TEST_LONG=1` kills 100 times or as often as a test asks for, with a new seed.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isPostgresUrl } from "db/address";
import { checkInvariantsAtOneMoment } from "db/audit";
import { openDatabase } from "db/open";
import { expect } from "vitest";
import { invariants } from "~/commands/invariants.server";
import { seedFrom } from "../support/random";
import { openRows } from "../support/site/rows";
import type { Site } from "../support/site/site";
import { isLong, sized } from "../support/test-size";

/** How often a test kills. @param long with `TEST_LONG=1`. */
export const killsOf = (long: number): number => Number(process.env.FAULT_KILLS ?? sized(3, long));
export const KILLS = killsOf(100);
export const SEED = isLong || process.env.FAULT_SEED ? seedFrom("FAULT_SEED") : 20_251_126;
/** Of so many kills, one is followed by a kill during the start. */
const START_KILLED_OF = 6;
/** The start is killed after one of so many commits. */
const COMMITS = 3;

/** What happens around each kill. */
export interface KillLoad {
	readonly faults: string[];
	start(turn: number): void | Promise<void>;
	/** Resolves when the server is to be killed. */
	moment(turn: number): Promise<void>;
	/** Ends the clients. The server is gone. */
	stop(): Promise<void>;
	/** After how many commits the next start is killed, if it is; by default a few after some of the kills. */
	startKilledAfter?(turn: number): number | undefined;
	/** Settings of the next server. */
	nextSettings?(): Record<string, string>;
	/** Compares the answers with the database. @param hasRepeated whether all requests have an answer */
	findFaults(hasRepeated: boolean): readonly string[];
	/** Sends what was not answered once more. */
	repeat?(): Promise<void>;
}

/** @throws if a fault was found after a kill. */
export async function killUnderLoad(site: Site, load: KillLoad, kills = KILLS): Promise<void> {
	const fewCommits = (turn: number) =>
		turn % START_KILLED_OF === 0 ? 1 + ((turn / START_KILLED_OF) % COMMITS) : undefined;
	const { startKilledAfter = fewCommits } = load;
	for (let turn = 0; turn < kills && load.faults.length === 0; turn += 1) {
		await load.start(turn);
		const exited = once(site.process, "exit").then(([code]) => code as number | null);
		const code = await Promise.race([load.moment(turn), exited]);
		if (code !== undefined) throw new Error(`the site ended with ${code}:\n${site.logs().slice(-2000)}`);
		await site.kill();
		await load.stop();
		const commits = startKilledAfter(turn);
		if (commits !== undefined) await killWhileStarting(site, commits);
		await site.restart(load.nextSettings?.());
		load.faults.push(...(await findBroken(site.databaseUrl)), ...load.findFaults(false));
		if (!load.repeat) continue;
		await load.repeat();
		load.faults.push(...load.findFaults(true));
	}
	await expectNoFaults(site, load.faults);
}

/** One fault causes many others. The first ones identify the cause. */
export async function expectNoFaults({ databaseUrl }: Site, faults: readonly string[]): Promise<void> {
	expect([...faults, ...(await findBroken(databaseUrl))].slice(0, 10), `FAULT_SEED=${SEED}`).toEqual([]);
}

/** The rows that violate an invariant of any feature, one line each. */
export async function findBroken(databaseUrl: string): Promise<string[]> {
	const db = openDatabase(databaseUrl);
	const findings = await checkInvariantsAtOneMoment(db, invariants);
	await db.destroy();
	return findings.flatMap(({ name, rows }) => rows.map((row) => `broken: ${name}: ${JSON.stringify(row)}`));
}

/** Starts the server, and kills it after some commits of the start, or once it is ready. */
async function killWhileStarting(site: Site, commits: number): Promise<void> {
	const rows = openRows(site);
	const version = () =>
		isPostgresUrl(site.databaseUrl)
			? rows.one("select pg_snapshot_xmax(pg_current_snapshot())::text as version").version
			: rows.one("pragma data_version").data_version;
	let isOver = false;
	const over = () => {
		isOver = true;
	};
	const start = site.restart().then(over, over);
	for (let [seen, count] = [version(), 0]; count < commits && !isOver; await sleep(1)) {
		if (version() === seen) continue;
		seen = version();
		count += 1;
	}
	await site.kill();
	await start;
	rows.close();
}
