import { type Bus, sessionOf, withSession } from "db/engine";
import { afterEach, beforeEach, expect } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { type BetRequest, newBet, type Round } from "~/games/crash/engine/crash";
import { createLiveCrash, type LiveCrash, type LiveTools } from "~/games/crash/engine/live.server";
import { createSoloCrash } from "~/games/crash/engine/solo.server";
import { SOLO_DRAWS, type SoloDraw } from "~/games/crash/engine/solo-draw";
import { createPendingWrites } from "~/games/crash/engine/storing.server";
import { LIVE_TOPIC, type QueuedBet } from "~/games/crash/engine/view";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { type createLiveBets, refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { createTestClock, type TestClock } from "../../../../support/clock";
import { addUser, openTestDatabase, seededRandomHex } from "../../../../support/database";
import { expectInvariants } from "../../../../support/expectations";
import { testSite } from "../../../../support/test-site";

export const TIMING = { waiting: 10_000, crashed: 5_000 };

/** A write that a test lets fail. */
export class WriteFailed extends Error {}

/** A log that collects errors and warnings other than {@link WriteFailed}. */
export function errorLog() {
	const errors: unknown[] = [];
	const note = (line: { err?: unknown }) => {
		if (!(line.err instanceof WriteFailed)) errors.push(line);
	};
	return { log: { debug() {}, info() {}, warn: note, error: note } as unknown as Log, errors };
}

/** The answer of a call, or the code of its error. */
export const answerTo = <Answer>(call: Promise<Answer>) =>
	call.then(
		(answer) => answer,
		(error: unknown) => {
			if (error instanceof DomainError) return error.code;
			if (error instanceof WriteFailed) return "failed" as const;
			throw error;
		},
	);

/** Stores a bet as the engine does for an accepted request, without adding it to the round. */
export const placeIn = (
	bets: Pick<ReturnType<typeof createLiveBets>, "place">,
	round: Pick<Round, "id">,
	request: BetRequest,
	refusal?: DomainError,
) =>
	bets.place(round, newBet({ ...request, id: crypto.randomUUID() }), {
		idempotencyKey: request.idempotencyKey,
		refusal,
	});

/** A published frame with its moment. */
export interface Frame {
	at: number;
	topic: string;
	/** Undefined for a public frame. */
	key: string | undefined;
	event: string;
	// biome-ignore lint/suspicious/noExplicitAny: decoded JSON
	data: any;
}

type PrivateState = (key: string) => { event: string; data: unknown }[];
type Messages = { event: string; data: unknown }[];
type Snapshot = (keys: readonly string[]) => Messages | Promise<Messages>;

/** A hub that records published frames, decoded from JSON. */
export function recordingHub(clock: TestClock) {
	const frames: Frame[] = [];
	const snapshots = new Map<string, Snapshot>();
	const watched = new Set<string>();
	const decode = (data: unknown) => JSON.parse(JSON.stringify(data));
	const keep = (topic: string, key: string | undefined, event: string, data: unknown) => {
		if (!snapshots.has(topic)) throw new RangeError(`no such topic: ${topic}`);
		frames.push({ at: clock.now(), topic, key, event, data: decode(data) });
	};
	const hub = {
		openTopic: (
			name: string,
			{
				snapshot = () => [],
				privateState = () => [],
			}: { snapshot?: Snapshot; privateState?: PrivateState } = {},
		) => {
			snapshots.set(name, (keys) => {
				const first = snapshot(keys);
				return Array.isArray(first) ? [...first, ...keys.flatMap(privateState)] : first;
			});
		},
		publish(topic: string, event: string, data: unknown) {
			keep(topic, undefined, event, data);
			return 0;
		},
		publishTo: (key: string, topic: string, event: string, data: unknown) => keep(topic, key, event, data),
		whenSent: async () => {},
		isWatched: (topic: string, key: string) => watched.has(`${topic} ${key}`),
		countOn: () => 1,
	};
	hub.openTopic(LOBBY_TOPIC);
	return {
		hub: hub as unknown as Hub,
		frames,
		/** The snapshot for a stream with these keys. */
		snapshot: (topic: string, keys: readonly string[] = []): Frame[] =>
			((snapshots.get(topic)?.(keys) ?? []) as Messages).map(({ event, data }) => ({
				...{ at: clock.now(), topic, key: undefined, event, data: decode(data) },
			})),
		/** The data of a snapshot that is read from the database. */
		readSnapshot: async (topic: string, keys: readonly string[]) =>
			((await snapshots.get(topic)?.(keys)) ?? []).map(({ data }) => decode(data)),
		watch: (topic: string, key: string) => void watched.add(`${topic} ${key}`),
	};
}

/** The time of the site when its clock is at 0. */
const SITE_TIME = Date.parse("2026-03-04T12:00:00.000Z");
const NO_BUS: Bus = { publish() {}, subscribe() {}, onChange() {} };

/** A database, a clock and a hub. Game processes can be started on them repeatedly. */
export async function openSite({ users = [] as string[], points = 1000, seed = 1, chainLength = 100 } = {}) {
	const test = await openTestDatabase({ durable: false });
	for (const name of users) await addUser(test.db, name, points);
	const clock = createTestClock({ turnsEach: 8 });
	const recording = recordingHub(clock);
	const { log, errors } = errorLog();
	const announced = new Set<string>();
	let wins = 0;
	const now = () => new Date(SITE_TIME + clock.now());
	const randomHex = seededRandomHex(seed);
	const tools = testSite({
		...{ db: test.db, now, clock, timeouts: clock, log, randomHex, hub: recording.hub, timing: TIMING },
		...{ length: chainLength, pendingWrites: createPendingWrites(clock.now) },
		config: {},
		announceBalance: (userId: string) => void announced.add(userId),
		winStored: () => {
			wins += 1;
		},
		played() {},
	}) satisfies LiveTools;
	/** Runs each transaction; a test may replace it. */
	const writes = { around: <Answer>(act: () => Promise<Answer>) => act() };
	const session = sessionOf(test.db);
	withSession(test.db, { ...session, transact: (act) => writes.around(() => session.transact(act)) });
	return {
		...{ ...recording, db: test.db, clock, tools, errors, announced, writes },
		/** Holds all transactions after some further ones. @returns a function that lets them go on. */
		holdWrites(free = 0) {
			let release = () => {};
			const released = new Promise<void>((resolve) => {
				release = resolve;
			});
			writes.around = async (act) => {
				if (free-- <= 0) await released;
				return act();
			};
			return release;
		},
		/** Lets transactions fail, or no longer. */
		failWrites(fails: boolean) {
			writes.around = async (act) => {
				if (fails) throw new WriteFailed("not written");
				return act();
			};
		},
		wins: () => wins,
		async bootLive() {
			await refundOpenRounds(tools);
			const live = await createLiveCrash(tools);
			await clock.advance(0);
			return live;
		},
		/**
		 * A process that serves solo Crash.
		 * @param draw of all flights. @param more other tools, such as the hub of another process.
		 */
		async bootSolo(
			draw: SoloDraw = SOLO_DRAWS.table,
			more: Partial<Parameters<typeof createSoloCrash>[0]> = {},
		) {
			const solo = createSoloCrash({
				...{ ...tools, bus: NO_BUS, pendingWrites: { areLate: () => false, begin: () => () => {} } },
				...{ instantOf: (moment) => SITE_TIME + moment, drawName: () => "table", secret: "secret" },
				...{ draws: { table: draw, even: draw }, leads: () => true, ...more },
			});
			await solo.begin();
			return solo;
		},
		close: test.close,
	};
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** The live game of each test of a file, on a site with these users; its errors and its data are checked afterwards. */
export function liveForEachTest(users: string[]) {
	const game = {} as { site: Site; live: LiveCrash };
	let requests = 0;
	const userOf = (name: string) => `user-${name}`;
	async function open(names: string[]) {
		game.site = await openSite({ users: names });
		game.live = await game.site.bootLive();
	}
	async function close() {
		expect(game.site.errors).toEqual([]);
		await expectInvariants(game.site.db, ...ledgerInvariants, ...crashInvariants);
		await game.site.close();
	}
	beforeEach(() => open(users));
	afterEach(close);
	const framesOf = (event: string, name?: string): Frame[] => {
		const key = name && `user:${userOf(name)}`;
		const { frames } = game.site;
		return frames.filter((frame) => frame.topic === LIVE_TOPIC && frame.event === event && frame.key === key);
	};
	return {
		game,
		/** Replaces the site by one with other users. */
		async reopen(names: string[]) {
			await close();
			await open(names);
		},
		/** The process ends and starts again. */
		async restart() {
			await game.live.end();
			game.site.clock.forget();
			game.live = await game.site.bootLive();
		},
		async start() {
			await game.live.start("admin");
			await game.site.clock.advance(0);
		},
		place: (name: string, stake = 100, target: number | null = null) =>
			game.live.place({ userId: userOf(name), idempotencyKey: `request-${++requests}`, stake, target }),
		queue: (name: string, bet: QueuedBet, points = 1000) =>
			game.live.queueBet({ userId: userOf(name), idempotencyKey: `request-${++requests}`, ...bet }, points),
		/** The frames of the topic with this event, public or of a player. */
		framesOf,
		/** The last state of a player's bets that was published. */
		lastBetsOf: (name: string) => framesOf("own", name).at(-1)?.data,
		pointsOf: (...names: string[]) =>
			Promise.all(names.map((name) => findBalance(game.site.db, userOf(name)))),
		rounds: () => game.site.db.selectFrom("crash_rounds").selectAll().orderBy("number").execute(),
	};
}
