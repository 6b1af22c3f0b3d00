import type { Bus } from "db/engine";
import { afterEach, beforeEach, expect } from "vitest";
import { type CrashTools, createLiveCrash, type LiveCrash } from "~/games/crash/engine/live.server";
import { createSoloCrash } from "~/games/crash/engine/solo.server";
import { SOLO_DRAWS, type SoloDraw } from "~/games/crash/engine/solo-draw";
import { LIVE_TOPIC, type QueuedBet } from "~/games/crash/engine/view";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import type { Hub } from "~/live/hub.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { createTestClock, type TestClock } from "../../../../support/clock";
import { addUser, openTestDatabase, seededRandomHex } from "../../../../support/database";
import { expectInvariants } from "../../../../support/expectations";
import { errorLog, TIMING } from "./engine.setup";

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
		unwatch: (topic: string, key: string) => void watched.delete(`${topic} ${key}`),
	};
}

/** The time of the site when its clock is at 0. */
export const SITE_TIME = Date.parse("2026-03-04T12:00:00.000Z");
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
	const tools: CrashTools & { length: number } = {
		...{ db: test.db, now, clock, log, randomHex, hub: recording.hub, timing: TIMING },
		length: chainLength,
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
		announceBalance: (userId) => void announced.add(userId),
		winStored: () => {
			wins += 1;
		},
		played() {},
	};
	return {
		...{ ...recording, db: test.db, clock, tools, errors, announced },
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
				...{
					...tools,
					bus: NO_BUS,
					timeouts: clock,
					pendingWrites: { areLate: () => false, begin: () => () => {} },
				},
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
