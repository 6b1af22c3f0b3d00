import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openDatabase } from "db/open";
import { afterAll, beforeAll, expect, it } from "vitest";
import { earningInvariants } from "~/earning/earning.audit.server";
import { insertRules } from "~/earning/rules/rules.queries.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { platformIdOf, strangers } from "../../demo/platform-people.mjs";
import { pickFrom, seededRandom, seedFrom } from "../support/random";
import { connectChannel } from "../support/site/connect-channel";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";
import { StreamCrowd } from "./earning-crowd";
import {
	type Account,
	earnedBy,
	type Happening,
	IGNORED,
	type Platform,
	ruleVersions,
	type StoredTurn,
	watchedBy,
	watchingOf,
} from "./earning-model";
import { auditFailure, findBroken, killWhileStarting } from "./kill-harness";
import { withDatabase } from "./load";

/** `FAULT_KILLS=100 node tests/run.mjs faults` runs longer. */
const KILLS = Number(process.env.FAULT_KILLS ?? 10);
const MAX_LOAD_MS = 1200;
/** After this number of kills, the next server is also killed during its start. */
const BOOT_KILL_EVERY = 8;
const ERASURE_EVERY = 3;
const SETTLED_WITHIN_MS = 60_000;
const STARTING_POINTS = 100;
/** Some viewers earn more on a day. */
const CEILING = 800 * KILLS;

const numbered = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
const VIEWERS = numbered("viewer", 8);
/** They sign in at some time, or never. */
const NEWCOMERS = numbered("newcomer", 10);
const STRANGERS = numbered("unknown", 4);
/** They are not in the chat, so that nothing about them happens while they are erased. */
const ERASED = numbered("erased", 4);
const CHATTERS = [...VIEWERS, ...NEWCOMERS, ...STRANGERS, ...strangers(230)];
const WRITERS = [...VIEWERS.slice(0, 4), ...NEWCOMERS.slice(0, 4), ...STRANGERS.slice(0, 2)];
const CHAT = {
	twitch: { present: new Set(CHATTERS), active: new Set(WRITERS) },
	kick: { present: new Set(WRITERS), active: new Set(WRITERS) },
};
const INVARIANTS = [...ledgerInvariants, ...earningInvariants];

const run = promisify(execFile);
const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

let site: Site;

beforeAll(async () => {
	site = await startSite({
		platforms: { retryMs: Array.from({ length: 3000 }, () => 100) },
		env: {
			RATE_LIMIT_SCALE: "1000",
			STARTING_POINTS: String(STARTING_POINTS),
			LOG_LEVEL: "warn",
		},
	});
	const db = openDatabase(site.databaseUrl);
	for (const { rules, from } of ruleVersions(CEILING)) {
		await db.transaction().execute((trx) => insertRules(trx, JSON.stringify(rules), from.toISOString()));
	}
	await db.destroy();
	await site.restart();
	await connectChannel(site, "twitch");
	await connectChannel(site, "kick");
});

afterAll(() => site?.close());

interface Link {
	platform: Platform;
	personId: string;
	userId: string;
	points: number;
}

const readLinks = () =>
	withDatabase(
		site.database,
		(database) =>
			database
				.prepare(
					`select platform, person_id as personId, user_id as userId, points
					from platform_people join user_points using (user_id)`,
				)
				.all() as Link[],
	);

const pointsOf = (userId: string) =>
	withDatabase(site.database, (database) =>
		database.prepare("select points from user_points where user_id = ?").pluck().get(userId),
	) as number;

const readWatching = () =>
	withDatabase(site.database, (database) =>
		watchingOf(database.prepare("select platform, at from watch_turns").all() as StoredTurn[], CHAT),
	);

/** What is still to be credited, of one person or of all. */
const countOpen = (personId = "") =>
	withDatabase(site.database, (database) =>
		database
			.prepare(
				`select (select count(*) from platform_events where state = 'due' and (? in ('', person_id)))
					+ (select count(*) from watch_turns where people is not null)
					+ (select count(*) from waiting_watch where user_id is not null and credited is null)`,
			)
			.pluck()
			.get(personId),
	) as number;

async function settled(personId?: string) {
	const deadline = Date.now() + SETTLED_WITHIN_MS;
	while (countOpen(personId) > 0) {
		if (Date.now() > deadline) throw new Error(`not settled in time:\n${site.logs().slice(-2000)}`);
		await sleep(50);
	}
}

const nameOf = ({ kind, facts }: Pick<Happening, "kind" | "facts">) =>
	`${kind} ${JSON.stringify(Object.entries(facts).sort())}`;

/** How often each event is stored, by account and event. */
function readStored(): Map<string, number> {
	const rows = withDatabase(site.database, (database) =>
		database.prepare("select platform, person_id, kind, facts, state from platform_events").all(),
	) as { platform: string; person_id: string; kind: string; facts: string; state: string }[];
	const counts = new Map<string, number>();
	for (const { platform, person_id, kind, facts } of rows) {
		const key = `${platform} ${person_id} ${nameOf({ kind, facts: JSON.parse(facts) })}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

/** Compares the stored events with those that were announced; `isOver` if all of these have been answered. */
function faultsOfEvents(crowd: StreamCrowd, isOver: boolean): string[] {
	const stored = readStored();
	const [answered, announced] = [new Map<string, number>(), new Map<string, number>()];
	const current = new Set<Happening>(crowd.allAccounts.flatMap(({ happenings }) => happenings));
	for (const event of crowd.announced) {
		if (event.account && !current.has(event)) continue;
		const key = `${event.platform} ${event.account?.id ?? ""} ${nameOf(event)}`;
		announced.set(key, (announced.get(key) ?? 0) + 1);
		if (event.isAnswered) answered.set(key, (answered.get(key) ?? 0) + 1);
	}
	return [...announced].flatMap(([key, most]) => {
		const [found, least] = [stored.get(key) ?? 0, isOver ? most : (answered.get(key) ?? 0)];
		return found >= least && found <= most ? [] : [`${key}: stored ${found} of ${least} to ${most}`];
	});
}

/** Compares every balance, and what waits for those who have not signed in, with the rules. */
function faultsOfPoints(crowd: StreamCrowd, erased: ReadonlyMap<string, number>): string[] {
	const watching = readWatching();
	const links = readLinks();
	const faults: string[] = [];
	const isLinked = ({ platform, id }: Account) =>
		links.some((link) => link.platform === platform && link.personId === id);
	for (const { points, personId } of new Map(links.map((link) => [link.userId, link])).values()) {
		const own = crowd.allAccounts.filter((account) => account.id === personId && isLinked(account));
		const expected = STARTING_POINTS + earnedBy(own, watching, CEILING);
		if (points !== expected) faults.push(`${own[0]?.name} has ${points} points instead of ${expected}`);
	}
	for (const [userId, expected] of erased) {
		const points = pointsOf(userId);
		if (points !== expected) faults.push(`erased ${userId} has ${points} points instead of ${expected}`);
	}
	const waiting = withDatabase(
		site.database,
		(database) =>
			database
				.prepare(
					`select platform || ' ' || person_id as account, sum(points) as points from waiting_watch
					where user_id is null group by platform, person_id`,
				)
				.all() as { account: string; points: number }[],
	);
	const waits = new Map(waiting.map(({ account, points }) => [account, points]));
	for (const account of crowd.allAccounts.filter((one) => !isLinked(one))) {
		const [found, expected] = [
			waits.get(`${account.platform} ${account.id}`) ?? 0,
			watchedBy(account, watching),
		];
		if (found !== expected)
			faults.push(`${found} points of watching wait for ${account.name}, not ${expected}`);
	}
	return faults;
}

it(`counts each event of the stream once when the server is killed ${KILLS} times`, {
	timeout: Math.max(15, KILLS) * 60_000,
}, async () => {
	const seed = seedFrom("FAULT_SEED");
	const random = seededRandom(seed);
	const crowd = new StreamCrowd(
		site,
		[...VIEWERS, ...NEWCOMERS, ...STRANGERS, ...ERASED, IGNORED],
		seededRandom(seed + 1),
	);
	// Everybody in the chat has an account, also those who do nothing else.
	for (const name of CHATTERS) crowd.account("twitch", name);
	for (const name of WRITERS) crowd.account("kick", name);
	const erased = new Map<string, number>();
	const counts = { events: 0, turns: 0, signIns: 0, cutOffSignIns: 0, erasures: 0 };
	let platform: Platform = "twitch";

	/** The sign-in counts for the platform of the settings. Without an answer, it may count too. */
	async function signIn(name: string) {
		const expected = platform;
		try {
			await signInWithCookies(site, name);
		} catch {
			counts.cutOffSignIns += 1;
			return;
		}
		counts.signIns += 1;
		const isKnown = readLinks().some(
			(link) => link.platform === expected && link.personId === platformIdOf(name),
		);
		if (!isKnown) crowd.faults.push(`${name} signed in, but not as somebody of ${expected}`);
	}

	/** Erases a person: with a user, the accounts that are linked; otherwise what waits for the account of Twitch. */
	async function erase(name: string) {
		const id = platformIdOf(name);
		const links = readLinks().filter(({ personId }) => personId === id);
		const [user] = links;
		const platforms = user ? links.map((link) => link.platform) : (["twitch"] as const);
		const accounts = platforms.map((one) => crowd.account(one, name));
		if (user) erased.set(user.userId, STARTING_POINTS + earnedBy(accounts, readWatching(), CEILING));
		else if (accounts.every(({ happenings }) => happenings.length === 0)) return;
		await run(
			process.execPath,
			["--import", "tsx", "app/commands/plateia.server.ts", "erase", user ? name : `twitch:${name}`],
			{ cwd: repositoryRoot, env: { ...process.env, ...site.settings({}) } },
		);
		for (const account of accounts) {
			account.forgotten.push(...account.happenings);
			account.happenings = [];
		}
		counts.erasures += 1;
	}

	for (const name of [...VIEWERS, ...ERASED.slice(0, 2)]) await signIn(name);

	for (let kill = 0; kill < KILLS; kill++) {
		// The first one has signed in, so that at least one user is erased.
		const erasable = kill === 1 ? ERASED.slice(0, 1) : ERASED;
		const resting = kill % ERASURE_EVERY === 1 ? pickFrom(erasable, random) : undefined;
		if (resting) {
			crowd.resting.add(resting);
			await crowd.answered(resting);
			await settled(platformIdOf(resting));
		}
		// Those who write are active for 15 minutes.
		for (const one of ["twitch", "kick"] as const) await crowd.chat(one, WRITERS);
		crowd.start();
		crowd.showTurn(kill + 1, CHATTERS);
		// While the site is used, and while it is killed.
		const erasure = resting && erase(resting);
		const signsIn = signIn(
			pickFrom([...VIEWERS, ...NEWCOMERS, ...ERASED.filter((name) => name !== resting)], random),
		);
		await sleep(random() * MAX_LOAD_MS);
		await site.kill();
		await crowd.stop();
		await Promise.all([signsIn, erasure]);
		if (resting) crowd.resting.delete(resting);
		if (kill % BOOT_KILL_EVERY === BOOT_KILL_EVERY - 1) await killWhileStarting(site, random);
		platform = pickFrom(["twitch", "kick"], random);
		await site.restart({ OIDC_PLATFORM: platform });
		crowd.faults.push(...(await findBroken(site.database, INVARIANTS)), ...faultsOfEvents(crowd, false));
		if (crowd.faults.length > 0) break;
	}

	await crowd.answered();
	for (const name of NEWCOMERS.slice(0, 5)) await signIn(name);
	await settled();
	crowd.faults.push(...faultsOfEvents(crowd, true), ...faultsOfPoints(crowd, erased));
	crowd.faults.push(...(await findBroken(site.database, INVARIANTS)));
	counts.events = crowd.announced.length;
	counts.turns = readWatching().turns.length;
	console.log(`Stream killed while it earns (FAULT_SEED=${seed}): ${JSON.stringify(counts)}`);
	// One fault causes many others. The first ones identify the cause.
	expect(crowd.faults.slice(0, 10)).toEqual([]);
	expect(auditFailure(site.database)).toBeUndefined();
	// A slow machine announces few events before a kill.
	expect(counts.events).toBeGreaterThan(KILLS);
	expect(counts.turns).toBeGreaterThan(KILLS / 2);
	expect(counts.erasures).toBeGreaterThan(0);
});
