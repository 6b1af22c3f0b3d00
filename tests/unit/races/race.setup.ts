import type { Db } from "db/database";
import { sessionOf, withSession } from "db/engine";
import { engineAt } from "db/open";
import type { Database } from "db/schema";
import { sql } from "kysely";
import { expect } from "vitest";
import { invariants } from "~/commands/invariants.server";
import { DomainError } from "~/forms/domain-error";
import { CRASHED_MS, SOLO_WAITING_MS } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import type { Config } from "~/lib/config.server";
import { addUser, fakeClock, openTestDatabase, seededRandomHex } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { NO_GAME_EVENTS } from "../../support/game-events";
import { DELETE_ALL } from "../../support/postgres/create-database";
import { isOnPostgres } from "../../support/postgres/engine";
import { rowOf, rowsOf, type Where } from "../../support/rows-of";
import { testSite } from "../../support/test-site";
import { RULES } from "../earning/stream-site";
import { noNotifications } from "../store/no-notifications";

/** The number of processes, and so of calls in a race. */
export const PROCESSES = 4;

/** The provider's points of each user. */
export const PROVIDER_POINTS = 500;

/** The dependencies of all use cases, in one process. */
function toolsOf(db: Db, now: () => Date, seed: string) {
	return testSite({
		...{ db, now, randomHex: seededRandomHex(seed), draw: () => SOLO_DRAWS.table, length: 50 },
		timing: { waiting: SOLO_WAITING_MS, crashed: CRASHED_MS },
		...NO_GAME_EVENTS,
		...noNotifications,
		config: {
			SITE_TIMEZONE: "Europe/Lisbon",
			APP_ORIGIN: "http://localhost:3000",
			IMAGE_FOLDER: "/nowhere",
			SLOT_DEMO_HOSTS: ["demo.example"],
			REDEEM_BOT_URL: "http://bot.example/",
			REDEEM_BOT_SECRET: "a secret of the bot",
			SLOT_REQUESTS: true,
			REDEEM_BOT_FORMAT: "json" as const,
		} as Config,
		rules: () => ({ ...RULES, daily: 20 }),
		pointsProvider: { name: "Bot", readPoints: async () => PROVIDER_POINTS },
		announceRestriction() {},
		raffleChanged() {},
		isSubscriber: async () => false,
		huntChanged() {},
		marketChanged() {},
		requestsChanged() {},
		tournamentsChanged() {},
	});
}

export type Tools = ReturnType<typeof toolsOf>;

/** A call in one process. If the answer is a string, it is the outcome; otherwise the outcome is `done`. */
export type Call = (tools: Tools) => Promise<unknown>;

/** The number of calls with each outcome: see {@link Call}, or the code of the refusal. */
export type Tally = Record<string, number | undefined>;

/** Makes acts wait until all of them have begun. */
function createMeeting(size: number) {
	let missing = size;
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return () => {
		missing -= 1;
		if (missing === 0) open();
		return opened;
	};
}

/**
 * A connection pool of another process.
 * @returns `meet` makes its next act wait in its transaction, whose snapshot is taken, for the other processes. It returns
 * a function that ends the wait of the others if there is no such act.
 */
function openProcess(url: string) {
	const db = engineAt(url, ".").open();
	const session = sessionOf(db);
	let arrive: (() => Promise<void>) | undefined;

	async function meetOthers() {
		const meeting = arrive;
		arrive = undefined;
		await meeting?.();
	}

	withSession(db, {
		...session,
		transact: (act) =>
			session.transact(async (trx) => {
				if (arrive) await sql`select 1`.execute(trx);
				await meetOthers();
				return act(trx);
			}),
	});
	return {
		db,
		meet(meeting: () => Promise<void>) {
			arrive = meeting;
			return () => void meetOthers();
		},
	};
}

/**
 * The processes, which serve all races of a file. On PostgreSQL each has a separate pool and `transact`; a file of SQLite is
 * served by one process, so there is none.
 */
export async function openProcesses() {
	if (!isOnPostgres) return { test: undefined, pools: [], close: async () => {} };
	const test = await openTestDatabase({ durable: false });
	const pools = Array.from({ length: PROCESSES }, () => openProcess(test.url));
	// A pool opens its first connection with the first statement.
	await Promise.all(pools.map((pool) => sql`select 1`.execute(pool.db)));
	return {
		...{ test, pools },
		async close() {
			for (const pool of pools) await pool.db.destroy();
			await test.close();
		},
	};
}

/** An empty database with an admin for each process. */
export async function openWorld({ test: shared, pools }: Awaited<ReturnType<typeof openProcesses>>) {
	const test = shared ?? (await openTestDatabase({ durable: false }));
	const { db } = test;
	if (shared) await sql.raw(DELETE_ALL).execute(db);
	const clock = fakeClock();
	const processes = Array.from({ length: PROCESSES }, (_, index) =>
		toolsOf(pools[index]?.db ?? db, clock.now, `process ${index}`),
	);
	const admins: string[] = [];
	for (let index = 0; index < PROCESSES; index++) admins.push(await addUser(db, `admin${index}`, 0));
	let names = 0;
	const rows = <Name extends keyof Database>(table: Name, where: Where<Name> = {}) =>
		rowsOf(db, table, where);
	/** Adds a viewer. @returns the user's id. */
	const viewer = (points = 1000) => addUser(db, `viewer${++names}`, points);

	/**
	 * Starts calls at the same moment, one in each process.
	 * @param round the number of the round, which decides which call starts first. On PostgreSQL, in every second round the
	 * first acts of all calls use snapshots from before any of them wrote.
	 */
	async function race(calls: readonly Call[], round: number) {
		if (calls.length !== PROCESSES) throw new RangeError(`${calls.length} calls`);
		const isMeeting = round % 2 === 0;
		const meeting = createMeeting(PROCESSES);
		const order = calls.map((_, index) => (index + round) % PROCESSES);
		const settled = await Promise.allSettled(
			order.map(async (index) => {
				const [call, tools] = [calls[index], processes[index]];
				const endMeeting = isMeeting ? pools[index]?.meet(meeting) : undefined;
				try {
					if (tools) return await call?.(tools);
				} finally {
					endMeeting?.();
				}
			}),
		);
		const outcomes: Tally = {};
		const answers: unknown[] = [];
		for (const one of settled) {
			const outcome = one.status === "rejected" ? refusalOf(one.reason) : labelOf(one.value);
			outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
			if (one.status === "fulfilled") answers.push(one.value);
		}
		return { outcomes, answers };
	}

	return {
		...{ db, clock, admins, race, rows, viewer },
		/** The first admin. */
		admin: admins[0] ?? "",
		/** The dependencies of use cases that prepare or follow a race. */
		tools: toolsOf(db, clock.now, "world"),
		/** Adds viewers, by default one for each process. @returns the users' ids. */
		async viewers(points = 1000, count = PROCESSES) {
			const ids: string[] = [];
			while (ids.length < count) ids.push(await viewer(points));
			return ids;
		},
		/** A name that no other round uses. */
		newName: () => `name${++names}`,
		/** The balance of a user, which must be the sum of the ledger entries. */
		async points(userId: string): Promise<number> {
			const { points } = await rowOf(db, "user_points", { user_id: userId });
			const sum = (await rows("point_entries", { user_id: userId })).reduce(
				(all, { delta }) => all + delta,
				0,
			);
			expect(sum, "sum of entries").toBe(points);
			return points;
		},
		/** The ledger entries of users with a reason. */
		entries: (reason: string, ...user_id: readonly string[]) => rows("point_entries", { reason, user_id }),
		/** The only row of a table with the given values. */
		row: <Name extends keyof Database>(table: Name, where: Where<Name>) => rowOf(db, table, where),
		expectInvariants: () => expectInvariants(db, ...invariants),
		totals: () => totalsOf(db),
		/** The keys and reasons that the races have used. */
		async used() {
			const keys = await rows("idempotency_keys");
			const entries = await rows("point_entries");
			return [...keys.map(({ action }) => action), ...entries.map(({ reason }) => reason)];
		},
		close: async () => (shared ? undefined : test.close()),
	};
}

/** Reads {@link totalsOf}. No race changes the tables. */
let totalsQuery: string | undefined;

/** The number of rows of each table, and the sums of points and stock. */
async function totalsOf(db: Db): Promise<Record<string, number>> {
	totalsQuery ??= [
		...(await db.introspection.getTables()).flatMap(({ name, isView }) =>
			isView ? [] : `select '${name}' as name, count(*) as total from ${name}`,
		),
		"select 'points', coalesce(sum(points), 0) from user_points",
		"select 'stock', coalesce(sum(stock), 0) from store_items",
	].join(" union all ");
	const { rows } = await sql.raw<{ name: string; total: number }>(totalsQuery).execute(db);
	return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
}

export type World = Awaited<ReturnType<typeof openWorld>>;

function refusalOf(error: unknown): string {
	if (error instanceof DomainError) return error.code;
	throw error;
}

const labelOf = (answer: unknown): string => (typeof answer === "string" ? answer : "done");

export const newKey = () => crypto.randomUUID();

/** The same call in each process. */
export const byAll = (call: Call): Call[] => Array<Call>(PROCESSES).fill(call);

/** One round of a race, prepared in the database. */
interface Competition {
	/** One for each process. */
	calls: Call[];
	/** The permitted outcomes; by default all calls act. */
	expected?: Tally | readonly Tally[];
	/** Checks what the round has stored. @param outcomes one of `expected`. */
	check?(outcomes: Tally): Promise<void>;
}

/** What may happen at the same moment. */
export interface Race {
	name: string;
	prepare(world: World): Promise<Competition>;
	/** Whether the round stores what its first call alone would store. */
	isOne?: boolean;
	/** Whether all calls are one form, so that each gets the same answer. */
	isForm?: boolean;
}

/** Different forms that compete. */
export const compete = (name: string, prepare: Race["prepare"]): Race => ({ name, prepare });

/** Forms of which one acts. @param expected the outcomes. @param prepare returns one form for each process, or one for all. */
export const oneOf = (
	name: string,
	expected: Tally,
	prepare: (world: World) => Promise<readonly Call[] | Call>,
): Race => ({
	...{ name, isOne: true },
	async prepare(world) {
		const calls = await prepare(world);
		return { calls: typeof calls === "function" ? byAll(calls) : [...calls], expected };
	},
});

/** One form that is sent several times, and acts once. @param check for a form whose effect is not always the same. */
export const repeat = (
	name: string,
	prepare: (world: World) => Promise<Call | { call: Call; check(): Promise<void> }>,
): Race => ({
	...{ name: `${name}, sent ${PROCESSES} times`, isForm: true },
	async prepare(world) {
		const prepared = await prepare(world);
		return typeof prepared === "function"
			? { calls: byAll(prepared) }
			: { calls: byAll(prepared.call), check: prepared.check };
	},
});

/** Runs rounds of a race and checks the outcome of each, and all invariants at the end. */
export async function runRace(world: World, { prepare, isOne, isForm }: Race, rounds: number): Promise<void> {
	let alone: object | undefined;
	for (let round = 0; round < rounds; round++) {
		const { calls, expected = { done: PROCESSES }, check } = await prepare(world);
		const isLikeOne = isOne || (isForm && !check);
		const before = isLikeOne ? await world.totals() : {};
		const { outcomes, answers } = await world.race(calls, round);
		if (!isForm) expect([expected].flat()).toContainEqual(outcomes);
		else {
			expect(answers, JSON.stringify(outcomes)).toHaveLength(PROCESSES);
			for (const answer of [...answers, await calls[0]?.(world.tools)]) expect(answer).toEqual(answers[0]);
		}
		if (isLikeOne) {
			const added = changeOf(before, await world.totals());
			alone ??= await changeByOne(world, prepare);
			expect(added).toEqual(alone);
		}
		await check?.(outcomes);
		world.clock.pass(1000);
	}
	await world.expectInvariants();
}

/** What the first call of a round changes, alone. */
async function changeByOne(world: World, prepare: Race["prepare"]) {
	const { calls } = await prepare(world);
	const before = await world.totals();
	await calls[0]?.(world.tools);
	return changeOf(before, await world.totals());
}

const changeOf = (before: Record<string, number>, after: Record<string, number>) =>
	Object.fromEntries(
		Object.entries(after).flatMap(([name, total]) =>
			total === before[name] ? [] : [[name, total - (before[name] ?? 0)]],
		),
	);
