import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { checkInvariants, type Invariant } from "db/audit";
import { openDatabase } from "db/open";
import { pickFrom, type Random, seededRandom } from "../support/random";
import type { Site } from "../support/site/site";
import { Crowd, faultsOfStored, type Load, type Viewer, withDatabase } from "./load";

const MAX_LOAD_MS = 1500;
const MAX_BOOT_MS = 1200;
/** After this number of kills, the next server is also killed during its start. */
const BOOT_KILL_EVERY = 8;

export interface KillSummary {
	seed: number;
	kills: number;
	killsWhileStarting: number;
	answered: number;
	acts: number;
	/** Requests without a response that the killed server had stored. */
	repeatsStored: number;
	/** Requests without a response that were not stored before the repeat. */
	repeatsNew: number;
	/** All violations; empty if the site lost and duplicated nothing. */
	faults: string[];
}

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the site's audit command, which checks the invariants of every feature. @returns its output if it failed */
export function auditFailure(file: string): string | undefined {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--import", "tsx", "app/commands/plateia.server.ts", "audit"],
		{ cwd: repositoryRoot, encoding: "utf8", env: { ...process.env, DATABASE_URL: `file:${file}` } },
	);
	return status === 0 ? undefined : `${stdout}${stderr}`;
}

/** The rows that violate one of the invariants, one line each. */
export async function findBroken(file: string, invariants: readonly Invariant[]): Promise<string[]> {
	const db = openDatabase(`file:${file}`);
	const findings = await checkInvariants(db, invariants);
	await db.destroy();
	return findings.flatMap(({ name, rows }) => rows.map((row) => `broken: ${name}: ${JSON.stringify(row)}`));
}

/**
 * Kills the server with SIGKILL at random moments during load, and starts it again on the same database. After each
 * kill: the invariants hold, every answered request is stored as it was answered, nothing is stored that was not
 * requested, and each request without a response acts once when repeated.
 */
export async function killUnderLoad<Call extends { idempotencyKey: string }, Answer>(
	site: Site,
	viewers: readonly Viewer[],
	load: Load<Call, Answer>,
	{ kills, seed }: { kills: number; seed: number },
): Promise<KillSummary> {
	const random = seededRandom(seed);
	const crowd = new Crowd(site.origin, viewers, load, seed);
	const counts = { kills: 0, killsWhileStarting: 0, repeatsStored: 0, repeatsNew: 0 };
	let checked = 0;

	while (counts.kills < kills) {
		crowd.start();
		await sleep(random() * MAX_LOAD_MS);
		await site.kill();
		await crowd.waitForDisconnects();
		counts.kills += 1;
		if (counts.kills % BOOT_KILL_EVERY === 0 && counts.kills < kills) {
			await killWhileStarting(site, random);
			counts.kills += 1;
			counts.killsWhileStarting += 1;
		}
		await site.restart();

		crowd.faults.push(...(await findBroken(site.database, load.invariants)));
		const stored = readStored(site, load, crowd, checked);
		crowd.faults.push(...stored.faults);
		checked = crowd.recorded.length;
		counts.repeatsStored += stored.unanswered.size;
		counts.repeatsNew += crowd.unanswered.size - stored.unanswered.size;
		await repeatUnanswered(site, load, crowd, stored.unanswered);
		await repeatAnswered(site, load, crowd, random);
	}

	crowd.faults.push(...(await findBroken(site.database, load.invariants)));
	crowd.faults.push(...readStored(site, load, crowd, 0).faults);
	return { seed, ...counts, answered: crowd.recorded.length, acts: crowd.acts, faults: crowd.faults };
}

export async function killWhileStarting(site: Site, random: Random): Promise<void> {
	const start = site.restart().catch(() => undefined);
	await sleep(random() * MAX_BOOT_MS);
	await site.kill();
	await start;
}

/** Compares the responses recorded since `from` with the database, and looks up the requests without one. */
function readStored<Call extends { idempotencyKey: string }, Answer>(
	site: Site,
	load: Load<Call, Answer>,
	crowd: Crowd<Call, Answer>,
	from: number,
) {
	return withDatabase(site.database, (database) => {
		const faults = faultsOfStored(database, load, crowd.recorded.slice(from));
		const unanswered = new Map<Viewer, string>();
		for (const [viewer, call] of crowd.unanswered) {
			const answer = load.stored(database, viewer, call);
			if (answer !== undefined) unanswered.set(viewer, JSON.stringify(answer));
		}
		const acts = load.countActs(database);
		const expected = crowd.acts + unanswered.size;
		if (acts !== expected) faults.push(`${acts} actions are stored, expected ${expected}`);
		return { faults, unanswered };
	});
}

async function repeatUnanswered<Call extends { idempotencyKey: string }, Answer>(
	site: Site,
	load: Load<Call, Answer>,
	crowd: Crowd<Call, Answer>,
	storedBefore: ReadonlyMap<Viewer, string>,
): Promise<void> {
	const viewers = [...crowd.unanswered.keys()];
	const from = crowd.recorded.length;
	const answers = await Promise.all(viewers.map((viewer) => crowd.repeat(viewer)));
	viewers.forEach((viewer, index) => {
		const before = storedBefore.get(viewer);
		const answer = JSON.stringify(answers[index]);
		if (before !== undefined && before !== answer) {
			crowd.faults.push(`${viewer.name} repeated a request that had stored ${before} and got ${answer}`);
		}
	});
	crowd.faults.push(...readStored(site, load, crowd, from).faults);
}

/** The client may send the form again even though its response has arrived. */
async function repeatAnswered<Call extends { idempotencyKey: string }, Answer>(
	site: Site,
	load: Load<Call, Answer>,
	crowd: Crowd<Call, Answer>,
	random: Random,
): Promise<void> {
	const acts = crowd.recorded.filter(({ answer }) => load.acted(answer));
	if (acts.length === 0) return;
	const { viewer, call, answer } = pickFrom(acts, random);
	const again = JSON.stringify(await load.send(site.origin, viewer, call));
	if (again !== JSON.stringify(answer)) {
		crowd.faults.push(`${viewer.name} got ${JSON.stringify(answer)}, and ${again} to the repeat`);
	}
}
