import type { Bus } from "db/engine";
import { storageFaultOf } from "db/faults";
import { transact } from "db/transact";
import pLimit from "p-limit";
import { DomainError } from "~/forms/domain-error";
import type { Clock } from "~/lib/clock";
import { inBackground } from "~/lib/guarded";
import { createSequence } from "~/lib/sequence";
import { inAllProcesses } from "~/live/all-processes.server";
import { demoKey, userIn, userKey } from "~/live/audience";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import type { GameEvents } from "../../game-events";
import { DEMO_WALLET } from "../../wallet";
import { readResults } from "../persistence/bets.server";
import { findPastRounds } from "../persistence/crash.queries.server";
import { findOpenSoloRounds, findSignOfLife, saveSignOfLife } from "../persistence/solo.queries.server";
import {
	bringTo,
	cancelSolo,
	cashOutSolo,
	findSolo,
	flySolo,
	openSolo,
	placeSolo,
	type SoloCashOut,
	type SoloTools,
	settleAfterAbsence,
} from "../persistence/solo-rounds.server";
import { type BetRequest, tooLate } from "./crash";
import { createFlightTicker } from "./flight-ticker.server";
import { withResult } from "./player-results";
import { actsOf, createSoloDemos, type SoloDemo } from "./solo-demo";
import { SOLO_DRAWS, type SoloDraw, type SoloDrawName } from "./solo-draw";
import { nextChange, type SoloRound, viewSoloRound } from "./solo-round";
import { createStoring, type PendingWrites, withinLimit } from "./storing.server";
import { type PastRound, type PlayerBet, SOLO_HISTORY, SOLO_TOPIC, type SoloState } from "./view";

/**
 * Interval of the signs of life. If the last one is older than `ABSENCE_MS`, nobody could play since then; a process that starts
 * knows that after `RESTART_MS`.
 */
const SIGN_MS = 500;
/** How long the last form of a visitor is remembered for a stream whose request was sent before its answer. */
const DEMO_KEPT_MS = 10_000;
const RESTART_MS = 700;
const ABSENCE_MS = 5000;
/** Pause after a state could not be read. */
const RETRY_MS = 1000;
/** Interval at which the rounds of players who have left are settled, and how long after the start of their flights. */
const SWEEP_MS = 5000;
const LEFT_MS = 10_000;

interface Tools extends Omit<SoloTools, "draw">, GameEvents {
	hub: Hub;
	log: Log;
	/** The clock of the flights. Retries and limits of waiting use `timeouts`. */
	clock: Clock;
	timeouts: Clock;
	pendingWrites: Pick<PendingWrites, "areLate" | "begin">;
	/** Converts a moment of `clock` to ms since 1970 by the clock that all processes share. */
	instantOf(moment: number): number;
	/** How a flight that starts now is drawn; of a demo round, how it is drawn when it opens. */
	drawName(): SoloDrawName;
	draws?: Record<SoloDrawName, SoloDraw>;
	/** Key of the draws of demo flights. */
	secret: string;
	/** Whether this process settles the rounds of players who have left. */
	leads(): boolean;
	bus: Bus;
}

/**
 * Solo Crash: each player's rounds are rows (of a visitor: a cookie), and any process can decide about them. The process keeps in
 * memory only what it shows in the tabs that it serves. It opens {@link SOLO_TOPIC}: create it once per process.
 */
export function createSoloCrash(given: Tools) {
	const { draws = SOLO_DRAWS } = given;
	const tools = { ...given, draw: () => draws[given.drawName()] };
	const { db, hub, clock, timeouts, timing, log, pendingWrites } = tools;
	const storing = createStoring({ clock: timeouts, log, pendingWrites });
	const nextVersion = createSequence(tools.now);
	const time = () => Math.floor(tools.instantOf(clock.now()));
	/** The cash-outs that are being stored, by player and bet, with the time of the decision. */
	const decisions = new Map<string, { at: number; stored: Promise<SoloCashOut> }>();
	/** When the last sign was due and was stored if a round was open, and when one was stored. */
	let signedAt = Number.NEGATIVE_INFINITY;
	let storedAt = Number.NEGATIVE_INFINITY;
	let sweptAt = Number.NEGATIVE_INFINITY;
	let signing: Promise<void> | undefined;
	let ended = false;
	const counts = { flown: 0, refunded: 0 };

	const decisionOn = (userId: string | null, betId: string | null) => decisions.get(`${userId} ${betId}`);

	/**
	 * Stores a sign of life while rounds are open. After an absence, the rounds that it concerns are settled first.
	 * @param opens whether a round opens after it.
	 */
	async function sign(opens: boolean) {
		const at = time();
		const { aliveAt, hasOpen } = await findSignOfLife(db);
		if (hasOpen || opens) {
			const last = aliveAt === null ? 0 : Date.parse(aliveAt);
			const limit = signedAt === Number.NEGATIVE_INFINITY ? RESTART_MS : ABSENCE_MS;
			if (hasOpen && Math.abs(at - last) > limit) await settleAbsence(last, at);
			await transact(db, (trx) => saveSignOfLife(trx, new Date(at).toISOString()));
			storedAt = at;
		}
		signedAt = at;
	}

	async function settleAbsence(from: number, until: number) {
		let refunded = 0;
		for (const { id, user_id, bet_id } of await findOpenSoloRounds(db)) {
			if (bet_id === null && until > from) continue;
			// A cash-out that was decided before the absence is still being stored.
			const decision = decisionOn(user_id, bet_id);
			if (decision && decision.at <= from + ABSENCE_MS) continue;
			const settled = await settleAfterAbsence(tools, id, from, until).catch(unsettled);
			if (!settled) continue;
			if (settled.after.bet?.status === "refunded") refunded += 1;
			announce(settled.before, settled.after);
			changed(userKey(settled.after.userId));
		}
		counts.refunded += refunded;
		if (refunded > 0) log.info({ event: "open-rounds-refunded", rounds: refunded, bets: refunded });
	}

	const signNow = (opens = false): Promise<void> => {
		signing ??= sign(opens).finally(() => {
			signing = undefined;
		});
		return signing;
	};

	/** Must precede each change of a round: an absence of the site is settled before time decides about the round. */
	const ensureSigned = async () => {
		if (Math.abs(time() - signedAt) > ABSENCE_MS / 2) await signNow();
	};

	/** Must precede the opening of a round: without rounds there are no signs, which must not look like an absence later. */
	async function signToOpen() {
		await signing;
		if (Math.abs(time() - storedAt) > ABSENCE_MS / 2) await signNow(true);
	}

	/**
	 * Settles the rounds of players who have left, and whose process has ended. A round whose cash-out is still being stored must not
	 * hold the others, which would stay open for as long as that fails.
	 */
	async function sweep() {
		const startedBefore = new Date(time() - LEFT_MS).toISOString();
		for (const { id, user_id, bet_id } of await findOpenSoloRounds(db, startedBefore)) {
			if (decisionOn(user_id, bet_id)) continue;
			await settle(id, { userId: user_id ?? "", betId: bet_id ?? "" }).catch(unsettled);
		}
	}

	/** A round that cannot be settled must not hold the others. @throws {Error} if nothing can be stored now. */
	function unsettled(error: unknown): undefined {
		if (storageFaultOf(error)) throw error;
		logUnsettled(error);
	}

	function logUnsettled(error: unknown) {
		if (!ended) log.error({ event: "solo-rounds-unsettled", err: error });
	}

	async function keepAlive() {
		try {
			await signNow();
			for (const [key, tab] of tabs) {
				const isDone = tab.demo ? clock.now() - tab.actedAt >= DEMO_KEPT_MS : tab.isOver;
				if (isDone && !hub.isWatched(SOLO_TOPIC, key)) forget(key, tab);
			}
			if (tools.leads() && clock.now() - sweptAt >= SWEEP_MS) {
				// One at a time, however many rounds there are.
				sweptAt = Number.POSITIVE_INFINITY;
				inBackground(async () => {
					await sweep().catch(logUnsettled);
					sweptAt = clock.now();
				});
			}
		} catch (error) {
			logUnsettled(error);
		}
		if (!ended) cancelSign = timeouts.at(timeouts.now() + SIGN_MS, () => inBackground(keepAlive));
	}

	/** Stores what is true of a round now. A cash-out that was decided before is stored first. */
	async function settle(id: string, bet?: { userId: string; betId: string }): Promise<SoloRound | undefined> {
		const at = time();
		await (bet && decisionOn(bet.userId, bet.betId)?.stored.catch(() => {}));
		await ensureSigned();
		const settled = await bringTo(tools, id, at);
		if (settled) announce(settled.before, settled.after);
		return settled?.after;
	}

	/** Reports what a change of a viewer's round means to the rest of the site. */
	function announce(before: SoloRound, after: SoloRound) {
		const { bet, userId } = after;
		if (before.closedAt === null && after.closedAt !== null) {
			counts.flown += 1;
			log.debug({ event: "crash-flight-ended", roundId: after.id, crashPoint: after.crashPoint });
		}
		if (bet && bet.status !== before.bet?.status) {
			tools.announceBalance(userId);
			if ((bet.payout ?? 0) > bet.stake) tools.winStored();
		}
	}

	/** The tabs of a player in this process. Without any, the round of a viewer's last form is followed until it is over. */
	interface Tabs {
		/** The newest contents of the cookie; undefined for a viewer. */
		demo: SoloDemo | undefined;
		/** When a visitor's last form came; ms of the clock. */
		actedAt: number;
		/** Whether no further change of the round is due. */
		isOver: boolean;
		cancel(): void;
		/** One state after the other: an earlier one is neither shown last, nor does it end the timer of a later one. */
		inTurn: ReturnType<typeof pLimit>;
	}
	const tabs = new Map<string, Tabs>();
	function tabsOf(key: string): Tabs {
		const tab = tabs.get(key) ?? {
			demo: undefined,
			actedAt: Number.NEGATIVE_INFINITY,
			isOver: false,
			cancel() {},
			inTurn: pLimit(1),
		};
		tabs.set(key, tab);
		return tab;
	}
	const ticker = createFlightTicker(clock);

	function forget(key: string, tab: Tabs) {
		tab.cancel();
		ticker.stop(key);
		tabs.delete(key);
	}

	/**
	 * Reads a player's state, settled up to now, and sets a timer for its next change.
	 * @param isShown if false, the round is settled, and undefined is returned.
	 */
	async function follow(key: string, tab: Tabs, isShown: boolean): Promise<SoloState | undefined> {
		const game = tab.demo ? ofDemo(tab.demo) : ofViewer(userIn(key) ?? "");
		const { state, round } = isShown
			? await game.load(true)
			: { state: undefined, round: await game.current(true) };
		tab.cancel();
		const next = round ? nextChange(round) : undefined;
		tab.isOver = next === undefined;
		// The key's tabs may be others now, with timers of their own.
		if (tabs.get(key) !== tab) return state;
		ticker.stop(key);
		if (next !== undefined) {
			tab.cancel = clock.at(clock.now() + Math.max(1, next - time()), () => show(key));
			if (round?.crashPoint) startTicks(key, round);
		}
		return state;
	}

	function startTicks(key: string, round: SoloRound) {
		const flight = { phase: "flying" as const, crashPoint: round.crashPoint ?? undefined };
		ticker.start(key, {
			// While outcomes cannot be stored, no flight of the process moves: one that stands still alone would reveal its end.
			current: () =>
				pendingWrites.areLate() ? undefined : { round: flight, elapsed: time() - round.fliesAt },
			publish(tick) {
				const since = performance.now();
				hub.publishTo(key, SOLO_TOPIC, "tick", tick, { latest: true });
				return performance.now() - since;
			},
		});
	}

	/** Publishes a player's state to the player's tabs. */
	function show(key: string) {
		const tab = tabs.get(key);
		if (!tab || ended) return;
		inBackground(() =>
			tab.inTurn(async () => {
				try {
					const isWatched = () => hub.isWatched(SOLO_TOPIC, key);
					// A stream that begins after this check reads the state itself.
					const state = await follow(key, tab, isWatched());
					if (state) hub.publishTo(key, SOLO_TOPIC, "state", state);
					if (tab.isOver && !isWatched()) forget(key, tab);
				} catch (error) {
					logUnsettled(error);
					if (!ended) tab.cancel = timeouts.at(timeouts.now() + RETRY_MS, () => show(key));
				}
			}),
		);
	}

	hub.openTopic(SOLO_TOPIC, {
		async snapshot(keys) {
			const states = keys.map(async (key) => {
				const tab = tabsOf(key);
				if (userIn(key) === undefined && !tab.demo) return [];
				const state = await tab.inTurn(() => follow(key, tab, true));
				return state ? [{ event: "state" as const, data: state }] : [];
			});
			return (await Promise.all(states)).flat();
		},
	});

	/** A viewer's form has changed the round: this process follows it, and all processes show it. */
	function acted(userId: string) {
		tabsOf(userKey(userId));
		changed(userKey(userId));
	}

	const changed = inAllProcesses(tools.bus, "solo-round", show);
	const demoChanged = inAllProcesses(tools.bus, "solo-demo", (demo: SoloDemo) => {
		const key = demoKey(demo.id);
		// Also for a stream whose request is under way: it has an earlier cookie.
		Object.assign(tabsOf(key), { demo, actedAt: clock.now() });
		if (hub.isWatched(SOLO_TOPIC, key)) show(key);
	});

	const stateOf = (
		round: SoloRound | null,
		history: PastRound[],
		own: Pick<SoloState["own"], "wallet" | "version" | "demoBalance">,
	): SoloState => ({
		round: round && viewSoloRound(round, time(), timing),
		history,
		own: { ...own, bet: round && shownBet(round), queued: null },
	});

	function ofViewer(userId: string) {
		/**
		 * Reads the newest round, and stores what is due. What cannot be stored now is not shown.
		 * @param isPatient tries until it is stored.
		 */
		async function current(isPatient = false): Promise<SoloRound | null> {
			const round = (await findSolo(db, { userId })) ?? null;
			const next = round && nextChange(round);
			if (!round || next == null || next > time()) return round;
			const bet = round.bet && { userId, betId: round.bet.id };
			const run = async () => (await settle(round.id, bet ?? undefined)) ?? round;
			if (isPatient) return storing.untilStored({ what: "close", roundId: round.id }, run);
			return run().catch((error: unknown) => {
				if (storageFaultOf(error)) return round;
				throw error;
			});
		}

		async function load(isPatient = false) {
			const version = nextVersion();
			const round = await current(isPatient);
			const past = await findPastRounds(db, userId, SOLO_HISTORY);
			const history = past.map(({ id, crash_point }) => ({ id, crashPoint: crash_point ?? 0 }));
			return { round, state: stateOf(round, history, { wallet: userId, version }) };
		}

		/** Stores a cash-out that was decided at `at`, however long that takes. */
		async function decide(betId: string, at: number): Promise<SoloCashOut> {
			await ensureSigned();
			const what = { what: "cash-out", betId, userId } as const;
			const decided = await storing.untilStored(what, () => refusable(cashOutSolo(tools, userId, betId, at)));
			if (decided instanceof DomainError) throw decided;
			const { before, after } = decided;
			if (after.bet.status === "cashed_out" && before.bet?.status === "active") {
				log.debug({ event: "crash-cash-out", roundId: after.id, betId, multiplier: after.bet.multiplier });
			}
			announce(before, after);
			acted(userId);
			return decided;
		}

		return {
			current,
			load,
			/** Settles what is due, but opens no round. */
			read: async () => (await load()).state,
			/** The results of the last bets, newest first. */
			readResults: () => readResults(db, userId, "solo"),

			/** Opens the next round, if the last one is over. */
			async open() {
				const at = time();
				await current();
				await signToOpen();
				await openSolo(tools, userId, at);
				acted(userId);
			},

			/**
			 * Places a bet, in a new round if the last one is over. A repeat of the idempotency key gets the first answer.
			 * @throws {DomainError} `bettingClosed`, `betAlreadyPlaced`, `idempotencyKeyReused`, `betTooHigh`, `insufficientPoints`,
			 * `onBreak`, `lossLimitReached`.
			 */
			async place(bet: Omit<BetRequest, "userId">) {
				const at = time();
				await current();
				await signToOpen();
				const placed = await placeSolo(tools, { userId, ...bet }, at);
				tools.played(userId);
				tools.announceBalance(userId);
				acted(userId);
				return placed;
			},

			/** @returns the points after it. @throws {DomainError} `noBet`, `bettingClosed`, `tooManyCancellations`. */
			async cancel(betId: string) {
				const at = time();
				await ensureSigned();
				const points = await cancelSolo(tools, userId, betId, at);
				tools.announceBalance(userId);
				acted(userId);
				return points;
			},

			/** Starts the flight early; a repeat does nothing. @throws {DomainError} `noBet`, `betRefunded`. */
			async flyNow(betId: string) {
				const at = time();
				await ensureSigned();
				await flySolo(tools, userId, betId, at);
				acted(userId);
			},

			/**
			 * Cashes a bet out at the multiplier of the step in which this is called; a repeat gets the first decision.
			 * @throws {DomainError} `notFlying`, `noBet`, `tooLate`, `betRefunded`; `resultNotStored` if storing takes longer than 10 s: the
			 * decision stands and is still stored.
			 */
			async cashOut(betId: string) {
				const at = time();
				const key = `${userId} ${betId}`;
				const first = decisions.get(key)?.stored;
				const stored = first ?? decide(betId, at).finally(() => decisions.delete(key));
				if (!first) decisions.set(key, { at, stored });
				const { after, balance } = await withinLimit(timeouts, stored);
				if (after.bet.status === "lost") throw tooLate(after.crashPoint);
				return { bet: after.bet, balance };
			},
		};
	}

	const demos = createSoloDemos({ ...tools, draws, time, changed: (demo) => demoChanged(demo) });

	function ofDemo(first: SoloDemo) {
		const game = demos(first);
		function load(_isPatient = false) {
			const version = nextVersion();
			const round = game.bring();
			const { points, history } = game.contents();
			const own = { wallet: DEMO_WALLET, version, demoBalance: points };
			return { round, state: stateOf(round, history, own) };
		}
		return {
			...game,
			current: (_isPatient?: boolean) => game.bring(),
			load,
			read: async () => load().state,
			async readResults() {
				const { round } = load();
				return withResult([], round && shownBet(round));
			},
		};
	}

	let cancelSign = () => {};

	return {
		/** ms between two flights. */
		restMs: timing.crashed + timing.waiting,
		ofViewer,
		/** The game of a visitor with demo points. Its `contents` are the new contents of the cookie. */
		ofDemo,
		/** Keeps what the visitor's cookie contains for the tabs that are opened now, unless a later form is known. */
		watchDemo(demo: SoloDemo) {
			const tab = tabsOf(demoKey(demo.id));
			if (!tab.demo || actsOf(tab.demo) <= actsOf(demo)) tab.demo = demo;
		},
		/** Settles the rounds of an absence, and from then on those of players who have left. Call it once, before requests. */
		begin: keepAlive,
		/**
		 * For metrics: the rounds and flights that this process shows, 1 if outcomes cannot be stored, and, since the start, the flights
		 * that it ended and the bets that it refunded.
		 */
		counts: () => ({
			games: [...tabs.values()].filter(({ isOver }) => !isOver).length,
			flying: ticker.count(),
			stuck: storing.isWell() ? 0 : 1,
			...counts,
		}),
		/** Ends with the process: resolves when pending writes are done. Rounds stay open. */
		async end() {
			ended = true;
			cancelSign();
			storing.end();
			for (const [key, tab] of tabs) forget(key, tab);
			await Promise.allSettled([...decisions.values()].map(({ stored }) => stored));
		},
	};
}

export type SoloCrash = ReturnType<typeof createSoloCrash>;

/** A cancelled bet is no longer in its round; a refunded one was in a round that was voided. */
const shownBet = ({ bet, isVoided }: SoloRound): PlayerBet | null =>
	bet?.status === "refunded" && !isVoided ? null : bet;

/** A refusal is an answer: it is not tried again. */
const refusable = <Answer>(answer: Promise<Answer>): Promise<Answer | DomainError> =>
	answer.catch((error: unknown) => {
		if (error instanceof DomainError) return error;
		throw error;
	});
