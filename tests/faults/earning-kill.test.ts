import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertRules } from "~/earning/rules/rules.queries.server";
import { platformIdOf, strangers } from "../../demo/platform-people.mjs";
import { pickFrom, seededRandom } from "../support/random";
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
} from "./earning-model";
import { expectNoFaults, KILLS, killUnderLoad, SEED } from "./kill-harness";
import { withDatabase } from "./load";

const MAX_EVENTS = 120;
const STARTING_POINTS = 100;
/** Some viewers earn more on a day. */
const CEILING = 800 * KILLS;

const numbered = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
const VIEWERS = numbered("viewer", 6);
/** They sign in at some time, or never. */
const NEWCOMERS = numbered("newcomer", 8);
const STRANGERS = numbered("unknown", 4);
/** They are not in the chat, so that nothing about them happens while they are erased. */
const ERASED = numbered("erased", 4);
/** Enough for several slices of a turn. */
const CHATTERS = [...VIEWERS, ...NEWCOMERS, ...STRANGERS, ...strangers(230)];
const WRITERS = [...VIEWERS.slice(0, 4), ...NEWCOMERS.slice(0, 4), ...STRANGERS.slice(0, 2)];
const CHAT = {
	twitch: { present: new Set(CHATTERS), active: new Set(WRITERS) },
	kick: { present: new Set(WRITERS), active: new Set(WRITERS) },
};

const run = promisify(execFile);
const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

let site: Site;

beforeAll(async () => {
	site = await startSite({
		platforms: { retryMs: Array.from({ length: 3000 }, () => 100) },
		env: { RATE_LIMIT_SCALE: "1000", STARTING_POINTS: String(STARTING_POINTS), LOG_LEVEL: "warn" },
		prepare: (db) =>
			db.transaction().execute(async (trx) => {
				for (const { rules, from } of ruleVersions(CEILING))
					await insertRules(trx, JSON.stringify(rules), from.toISOString());
			}),
	});
	await connectChannel(site, "twitch");
	await connectChannel(site, "kick");
});
afterAll(() => site?.close());

const readRows = <Row>(sql: string, ...values: unknown[]) =>
	withDatabase(site.database, (database) => database.prepare(sql).all(...values) as Row[]);

const readLinks = () =>
	readRows<{ platform: Platform; personId: string; userId: string; points: number }>(
		`select platform, person_id as personId, user_id as userId, points
		from platform_people join user_points using (user_id)`,
	);

const readTurns = () => readRows<StoredTurn>("select platform, at from watch_turns");

/** Waits until everything is credited, of one person or of all. */
async function settled(personId = "") {
	const isOpen = () =>
		readRows(
			`select 1 from platform_events where state = 'due' and (? in ('', person_id))
			union all select 1 from jobs where kind in ('watch-slice', 'waited-watch')
			union all select 1 from waiting_watch where user_id is not null and credited is null`,
			personId,
		).length > 0;
	while (isOpen()) await sleep(50);
}

/** Compares how often each event is stored with how often it was announced; `isOver` if all have been answered. */
function faultsOfEvents(crowd: StreamCrowd, isOver: boolean): string[] {
	const tally = new Map<string, { stored: number; least: number; most: number }>();
	const of = (platform: string, id: string, kind: string, facts: Happening["facts"]) => {
		const key = `${platform} ${id} ${kind} ${JSON.stringify(Object.entries(facts).sort())}`;
		const counts = tally.get(key) ?? { stored: 0, least: 0, most: 0 };
		tally.set(key, counts);
		return counts;
	};
	for (const { platform, id, kind, facts } of readRows<Record<"platform" | "id" | "kind" | "facts", string>>(
		`select platform, person_id as id, kind, facts from platform_events
		where kind not like '%.%' and person_id not like 'erased:%'`,
	))
		of(platform, id, kind, JSON.parse(facts)).stored += 1;
	const forgotten = new Set<Happening>(crowd.allAccounts.flatMap((account) => account.forgotten));
	for (const event of crowd.announced.filter((one) => !forgotten.has(one))) {
		const counts = of(event.platform, event.account?.id ?? "", event.kind, event.facts);
		counts.most += 1;
		if (isOver || event.isAnswered) counts.least += 1;
	}
	return [...tally].flatMap(([key, { stored, least, most }]) =>
		stored >= least && stored <= most ? [] : `${key}: stored ${stored} of ${least} to ${most}`,
	);
}

/** Compares every balance, and what waits for those who have not signed in, with the rules. */
function faultsOfPoints(crowd: StreamCrowd, erased: ReadonlyMap<string, number>): string[] {
	const turns = readTurns();
	const links = readLinks();
	const faults: string[] = [];
	const isLinked = ({ platform, id }: Account) =>
		links.some((link) => link.platform === platform && link.personId === id);
	for (const { points, personId } of new Map(links.map((link) => [link.userId, link])).values()) {
		const own = crowd.allAccounts.filter((account) => account.id === personId && isLinked(account));
		const expected = STARTING_POINTS + earnedBy(own, turns, CHAT, CEILING);
		if (points !== expected) faults.push(`${own[0]?.name} has ${points} points instead of ${expected}`);
	}
	for (const [userId, expected] of erased) {
		const [row] = readRows<{ points: number }>("select points from user_points where user_id = ?", userId);
		if (row?.points !== expected) faults.push(`erased ${userId} has ${row?.points} points, not ${expected}`);
	}
	const waiting = readRows<{ account: string; points: number }>(
		`select platform || ' ' || person_id as account, sum(points) as points from waiting_watch
		where user_id is null group by platform, person_id`,
	);
	const waits = new Map(waiting.map(({ account, points }) => [account, points]));
	for (const account of crowd.allAccounts.filter((one) => !isLinked(one))) {
		const found = waits.get(`${account.platform} ${account.id}`) ?? 0;
		const expected = watchedBy(account, turns, CHAT);
		if (found !== expected)
			faults.push(`${found} points of watching wait for ${account.name}, not ${expected}`);
	}
	return faults;
}

it(`counts each event of the stream once when the server is killed ${KILLS} times`, async () => {
	const random = seededRandom(SEED);
	const names = [...VIEWERS, ...NEWCOMERS, ...STRANGERS, ...ERASED, IGNORED];
	const crowd = new StreamCrowd(site, names, seededRandom(SEED + 1));
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
		const id = platformIdOf(name);
		if (!readLinks().some((link) => link.platform === expected && link.personId === id))
			crowd.faults.push(`${name} signed in, but not as somebody of ${expected}`);
	}

	/** Erases a person: with a user, the accounts that are linked; otherwise what waits for the account of Twitch. */
	async function erase(name: string) {
		const id = platformIdOf(name);
		const links = readLinks().filter(({ personId }) => personId === id);
		const [user] = links;
		const platforms = user ? links.map((link) => link.platform) : (["twitch"] as const);
		const accounts = platforms.map((one) => crowd.account(one, name));
		if (user) erased.set(user.userId, STARTING_POINTS + earnedBy(accounts, readTurns(), CHAT, CEILING));
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
	let meanwhile: Promise<unknown> = Promise.resolve();
	let resting: string | undefined;
	let turns = 0;

	await killUnderLoad(site, {
		faults: crowd.faults,
		async start(turn) {
			// The first one has signed in, so that at least one user is erased.
			const erasable = turn === 1 ? ERASED.slice(0, 1) : ERASED;
			resting = turn % 3 === 1 ? pickFrom(erasable, random) : undefined;
			if (resting) {
				crowd.resting.add(resting);
				await crowd.answered(resting);
				await settled(platformIdOf(resting));
			}
			turns = readTurns().length;
			// Those who write are active for 15 minutes.
			await crowd.chat(WRITERS);
			crowd.start();
			crowd.showTurn(turn + 1, CHATTERS);
			// While the site is used, and while it is killed.
			const signsIn = pickFrom(
				[...VIEWERS, ...NEWCOMERS, ...ERASED.filter((name) => name !== resting)],
				random,
			);
			meanwhile = Promise.all([signIn(signsIn), resting && erase(resting)]);
		},
		/** After some events, or when a turn of watching was stored, whose slices are still to be credited. */
		async moment(turn) {
			const count = crowd.answeredCount + 1 + random() * MAX_EVENTS;
			if (turn % 3 !== 2) return crowd.until(() => crowd.answeredCount >= count);
			while (crowd.faults.length === 0 && readTurns().length === turns) await sleep(2);
		},
		async stop() {
			await crowd.waitForDisconnects();
			await meanwhile;
			if (resting) crowd.resting.delete(resting);
		},
		nextSettings() {
			platform = pickFrom(["twitch", "kick"], random);
			return { OIDC_PLATFORM: platform };
		},
		findFaults: () => faultsOfEvents(crowd, false),
	});

	await crowd.answered();
	for (const name of NEWCOMERS.slice(0, 5)) await signIn(name);
	await settled();
	[counts.events, counts.turns] = [crowd.announced.length, readTurns().length];
	console.log(`Stream (FAULT_SEED=${SEED}): ${JSON.stringify(counts)}`);
	await expectNoFaults(site, [
		...crowd.faults,
		...faultsOfEvents(crowd, true),
		...faultsOfPoints(crowd, erased),
	]);
	if (KILLS > 1) expect(counts.erasures).toBeGreaterThan(0);
});
