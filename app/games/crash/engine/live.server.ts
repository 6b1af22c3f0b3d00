import { transact } from "db/transact";
import pLimit from "p-limit";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { hasActed } from "~/forms/idempotency.server";
import { DEFAULT_LANGUAGE } from "~/i18n/languages";
import { type Clock, sleepUntil } from "~/lib/clock";
import { inBackground } from "~/lib/guarded";
import { createSequence } from "~/lib/sequence";
import type { Site } from "~/lib/site";
import { userIn, userKey } from "~/live/audience";
import type { Hub } from "~/live/hub.server";
import type { Topics } from "~/live/topics";
import type { GameEvents } from "../../game-events";
import { checkLaterStake } from "../../limits/limits.server";
import { findNames } from "../../lobby/leaders.queries.server";
import { LOBBY_TOPIC } from "../../lobby/lobby-topic";
import { gameOfWin } from "../../names.server";
import { walletOf } from "../../wallet";
import { liveCrash } from "../game.server";
import { findPastRounds } from "../persistence/crash.queries.server";
import { findIsActive, saveIsActive } from "../persistence/live.queries.server";
import { createLiveBets } from "../persistence/live-bets.server";
import { createBestWins } from "./best-wins.server";
import type { Bet, BetRequest, Round } from "./crash";
import { createEngine, type Listener } from "./engine.server";
import { createFlightTicker } from "./flight-ticker.server";
import { createPlaying } from "./playing.server";
import { pseudonymOf } from "./pseudonym.server";
import { namedPlayerOf } from "./public-player.server";
import { createReactions } from "./reactions";
import { ShownBets } from "./shown-bets";
import type { PendingWrites } from "./storing.server";
import {
	type BestWin,
	LIVE_HISTORY,
	LIVE_TOPIC,
	type LiveState,
	liveSwitchOf,
	type PastRound,
	type PlayerBet,
	type PlayerState,
	type PublicPlayer,
	type QueuedBet,
	type RoundView,
	type Tick,
	type Timing,
	viewPlayerBet,
	viewRound,
} from "./view";

/** Minimum interval between two `bets` events. */
const BETS_MS = 250;
/** Interval of the attempts to read the round of the beacon that a chain waits for. */
const BEACON_MS = 3000;

export interface LiveTools
	extends GameEvents,
		Pick<Site, "db" | "now" | "log" | "randomHex" | "config" | "beacon"> {
	/** The clock of flights, which may stand still. */
	clock: Clock;
	/** The clock of retries and of limits of waiting. */
	timeouts: Clock;
	pendingWrites: PendingWrites;
	timing: Timing;
	hub: Hub;
}

/**
 * The live game: its engine, the queue of bets for the next round, and the published events. It opens
 * {@link LIVE_TOPIC} and, if an admin has left the game on, the first round. Create it once in the process that leads, after
 * `refundOpenRounds`.
 */
export async function createLiveCrash(tools: LiveTools) {
	const { db, now, clock, timeouts, timing, hub } = tools;
	const pseudonymKey = tools.randomHex(32);
	const bets = createLiveBets(tools);
	const shownBets = new ShownBets();
	const findBestWin = createBestWins(tools);
	let best: BestWin | null = null;
	const queue = new Map<string, BetRequest>();
	let isActive = await findIsActive(db);
	let history = (await findPastRounds(db, undefined, LIVE_HISTORY)).map(pastRound);
	/** While the stop is being stored. */
	let isStopping = false;
	let betsDue = false;
	let ended = false;
	let flown = 0;
	let isPreparing = false;

	const ticker = createFlightTicker(clock);
	const playing = createPlaying(hub);
	const react = createReactions(tools.timeouts, (counts) => hub.publish(LIVE_TOPIC, "reactions", counts));
	const nextVersion = createSequence(now);
	/** Switches run one after the other, so that memory and database end in the same state. */
	const inTurn = pLimit(1);
	const bestInTurn = pLimit(1);

	const publishTick = (tick: Tick) => hub.publish(LIVE_TOPIC, "tick", tick, { latest: true });

	const listener: Listener = {
		phase(round) {
			if (round?.phase === "flying")
				ticker.start(LIVE_TOPIC, { current: engine.current, publish: publishTick });
			else ticker.stop(LIVE_TOPIC);
			if (!round || round.phase === "waiting") {
				shownBets.clear();
				hub.publish(LIVE_TOPIC, "state", readState());
			} else {
				if (round.phase === "crashed") {
					flown += 1;
					shownBets.crash();
					remember(round);
				}
				hub.publish(LIVE_TOPIC, "phase", viewNow(), { supersedes: "tick" });
			}
			if (round?.phase === "waiting") placeQueued();
			if (!round || round.phase === "crashed") inBackground(prepareChains);
			publishPlaying();
			// The last flight starts after the switch, or ends.
			if (round && round.phase !== "waiting" && !isActive) publishSwitch();
		},
		placed(bet) {
			const roundId = engine.current()?.round.id ?? "";
			shownBets.add(bet, unnamedPlayer(bet, roundId));
			tools.played(bet.userId);
			publishChange(bet);
		},
		gone(bet, isVoided) {
			shownBets.remove(bet);
			const roundId = engine.current()?.round.id ?? "";
			const refunded = { status: "refunded" as const, payout: bet.stake };
			publishChange(bet, isVoided ? { ...viewPlayerBet(bet, roundId), ...refunded } : undefined);
		},
		paid(bet) {
			shownBets.pay(bet);
			if ((bet.payout ?? 0) > bet.stake) tools.winStored();
			publishChange(bet);
		},
		settled(losers) {
			inBackground(async () => {
				// All viewers get the crash before the losers get their results.
				await hub.whenSent(LIVE_TOPIC);
				for (const { userId } of losers) publishOwn(userId);
				// The state of the next round contains it.
				await updateBestWin();
			});
		},
	};

	/** Prepares the chains until none waits for the beacon, and opens the round that has waited for it. */
	async function prepareChains() {
		if (isPreparing) return;
		isPreparing = true;
		for (let waits = true; waits && !ended; ) {
			try {
				waits = await bets.prepare();
			} catch (error) {
				if (!ended) tools.log.error({ event: "crash-chain-unprepared", err: error });
			}
			if (isActive && !ended) inBackground(engine.start);
			if (waits && !ended) await sleepUntil(timeouts, timeouts.now() + BEACON_MS);
		}
		isPreparing = false;
	}

	const engine = createEngine({
		...tools,
		bets,
		listener,
		goesOn: () => isActive,
	});

	/** How a player is shown without a name. */
	const unnamedPlayer = ({ userId, shown }: Bet, roundId: string): PublicPlayer =>
		typeof shown === "number" ? { alias: shown } : { pseudonym: pseudonymOf(pseudonymKey, userId, roundId) };

	/** @param ended the bet, if it is no longer in the round. */
	function publishChange({ userId }: Bet, ended?: PlayerBet) {
		tools.announceBalance(userId);
		publishOwn(userId, ended);
		if (betsDue) return;
		betsDue = true;
		clock.at(clock.now() + Math.max(BETS_MS, 2 * ticker.interval()), async () => {
			betsDue = false;
			const top = JSON.stringify(shownBets.topExit());
			await nameShown();
			const changes = shownBets.takeChanges();
			if (changes) hub.publish(LIVE_TOPIC, "bets", changes);
			const round = viewNow();
			// The crash was published before the name was known.
			if (round?.phase === "crashed" && JSON.stringify(round.top) !== top)
				hub.publish(LIVE_TOPIC, "phase", round);
			publishPlaying();
		});
	}

	const publishPlaying = () =>
		playing.update({ round: viewNow(), bets: shownBets.view(), totals: shownBets.totals });

	/** Looks up each player's name once, after the bet is placed, so that the lookup delays only the name. */
	async function nameShown() {
		const bets = shownBets.takeUnnamed().filter(({ shown }) => shown === "name");
		if (bets.length === 0 || ended) return;
		try {
			const rows = await findNames(
				db,
				bets.map(({ userId }) => userId),
			);
			const players = new Map(rows.map((row) => [row.id, namedPlayerOf(row)]));
			for (const bet of bets) {
				const player = players.get(bet.userId);
				if (player) shownBets.name(bet, player);
			}
		} catch (error) {
			if (!ended) tools.log.error({ event: "player-names-unread", err: error });
		}
	}

	/** One after the other, so that a slow read does not bring back a name that was hidden during it. */
	const updateBestWin = () =>
		bestInTurn(async () => {
			try {
				best = await findBestWin(history.map(({ id }) => id));
			} catch (error) {
				if (!ended) tools.log.error({ event: "player-names-unread", err: error });
			}
		});

	function publishOwn(userId: string, ended?: PlayerBet) {
		const own = readOwn(userId);
		hub.publishTo(userKey(userId), LIVE_TOPIC, "own", ended ? { ...own, bet: ended } : own);
	}

	function remember({ id, crashPoint = 0 }: Round) {
		history = [{ id, crashPoint }, ...history].slice(0, LIVE_HISTORY);
	}

	const publishMessage = (userId: string, message: Topics[typeof LIVE_TOPIC]["message"]) =>
		hub.publishTo(userKey(userId), LIVE_TOPIC, "message", message);

	/** Places the queued bets in the round that has opened. Each player gets the result as a `message` event. */
	function placeQueued() {
		const waiting = [...queue];
		queue.clear();
		for (const [userId, request] of waiting) {
			engine.place(request).then(
				() => publishMessage(userId, { code: "queuedBetPlaced" }),
				(error: unknown) => {
					if (error instanceof DomainError)
						publishMessage(userId, { code: error.code, values: error.values });
					else {
						tools.log.error({ event: "queued-bet-failed", userId, err: error });
						publishMessage(userId, { code: "siteFailed" });
					}
					publishOwn(userId);
				},
			);
		}
	}

	function viewNow(): RoundView | null {
		const current = engine.current();
		if (!current) return null;
		const view = viewRound(current.round, current.elapsed, timing);
		return view.phase === "crashed" ? { ...view, top: shownBets.topExit() } : view;
	}

	const readState = (): LiveState => ({
		active: isActive,
		awaitsBeacon: isActive && !engine.current() && !bets.isReady(),
		round: viewNow(),
		bets: shownBets.view(),
		totals: shownBets.totals,
		history,
		// Without rounds the name would stay, even if the player's page is no longer public.
		best: engine.current() ? best : null,
	});

	/** @param userId undefined for a visitor, who has no bets. */
	function readOwn(userId: string | undefined): PlayerState {
		const round = engine.current()?.round;
		const bet = userId === undefined ? undefined : engine.betOf(userId);
		return {
			wallet: walletOf(userId),
			version: nextVersion(),
			bet: round && bet ? viewPlayerBet(bet, round.id) : null,
			queued: userId === undefined ? null : queuedOf(userId),
		};
	}

	function queuedOf(userId: string): QueuedBet | null {
		const queued = queue.get(userId);
		return queued ? { stake: queued.stake, target: queued.target } : null;
	}

	hub.openTopic(LIVE_TOPIC, {
		snapshot: () => [{ event: "state", data: readState() }],
		privateState(key) {
			const userId = userIn(key);
			return userId === undefined ? [] : [{ event: "own", data: readOwn(userId) }];
		},
		isRelayed: true,
	});

	const publishSwitch = () => hub.publish(LOBBY_TOPIC, LIVE_TOPIC, switchNow());
	const switchNow = () => liveSwitchOf({ active: isActive, round: viewNow() });

	async function switchTo(active: boolean, adminId: string) {
		const at = now();
		await transact(db, async (trx) => {
			const before = await findIsActive(trx);
			await saveIsActive(trx, active, at.toISOString());
			await recordChange(trx, {
				actor: adminId,
				action: active ? "liveCrash.start" : "liveCrash.stop",
				subject: LIVE_TOPIC,
				subjectName: gameOfWin(liveCrash.winName, DEFAULT_LANGUAGE),
				before: { active: before },
				after: { active },
				at,
			});
		});
		isActive = active;
		publishSwitch();
		hub.publish(LIVE_TOPIC, "state", readState());
	}

	await bets.ready();
	await updateBestWin();
	inBackground(prepareChains);
	if (isActive) inBackground(engine.start);

	return {
		/** The public state, from memory; without the crash point of a flight. */
		readState,
		/** The player's bet in the current round and queued bet, each null if there is none. */
		readOwn,
		/** Whether an admin has switched the game on, or its last flight is in the air. */
		switchNow,

		/**
		 * Switches the game on: stores the switch with an entry in the change log, publishes it, and opens a round.
		 * @throws {DomainError} `gameAlreadyActive`.
		 */
		start: (adminId: string) =>
			inTurn(async () => {
				if (isActive) throw new DomainError("gameAlreadyActive");
				await switchTo(true, adminId);
				inBackground(engine.start);
			}),

		/**
		 * Switches the game off, stores and publishes that, and drops the queued bets, whose points are not taken yet; their
		 * players get a message. A flight ends and pays as usual; the bets of a waiting round are refunded.
		 * @throws {DomainError} `gameInactive`.
		 */
		stop: (adminId: string) =>
			inTurn(async () => {
				if (!isActive) throw new DomainError("gameInactive");
				isStopping = true;
				try {
					await switchTo(false, adminId);
				} finally {
					isStopping = false;
				}
				for (const userId of [...queue.keys()]) {
					queue.delete(userId);
					publishMessage(userId, { code: "queuedBetDropped" });
					publishOwn(userId);
				}
				engine.stop();
			}),

		/**
		 * Places a bet in the current round: see `place` of {@link createEngine}.
		 * @throws {DomainError} also `gameInactive`.
		 */
		async place(request: BetRequest) {
			if (!isActive) throw new DomainError("gameInactive");
			return engine.place(request);
		},
		/** See `cancel` of {@link createEngine}. */
		cancel: engine.cancel,
		/** See `cashOut` of {@link createEngine}. */
		cashOut: engine.cashOut,

		/**
		 * Queues a bet for the next round, in memory, and publishes that to the player. It replaces the player's earlier
		 * queued bet. Its points are taken when the next round opens; a restart drops it.
		 * @param points the viewer's current balance.
		 * If the idempotency key has placed its bet already, nothing is queued.
		 * @throws {DomainError} `gameInactive`, `insufficientPoints`, `betTooHigh`, `onBreak`, `lossLimitReached`.
		 */
		async queueBet(request: BetRequest, points: number): Promise<void> {
			const { userId, idempotencyKey, stake } = request;
			if (await hasActed(db, userId, idempotencyKey)) return;
			const { SITE_TIMEZONE: timeZone, LIVE_CRASH_MAX_BET: maxBet } = tools.config;
			await checkLaterStake(db, { userId, stake, maxBet, at: now(), timeZone });
			if (!isActive || isStopping) throw new DomainError("gameInactive");
			if (stake > points) throw new DomainError("insufficientPoints");
			queue.set(userId, request);
			publishOwn(userId);
		},

		/**
		 * Removes the player's changed name from the current round, changes it in the biggest win, and publishes that.
		 * @param userId undefined if it is not known whose names have changed.
		 */
		async renamed(userId?: string) {
			const current = engine.current()?.round;
			for (const bet of current?.bets.values() ?? []) {
				const isMeant = userId === undefined || bet.userId === userId;
				if (current && isMeant) shownBets.unname(bet, unnamedPlayer(bet, current.id));
			}
			await updateBestWin();
			if (ended) return;
			hub.publish(LIVE_TOPIC, "state", readState());
			if (engine.current()?.round.phase === "waiting") playing.clear();
			else publishPlaying();
		},

		/** Shows a reaction to all who watch, with those of the same moment in one frame. */
		react,
		/** See `createPlaying`. */
		playingNow: playing.now,

		/** Removes the player's queued bet and publishes that. Does nothing without one. */
		leaveQueue(userId: string) {
			if (queue.delete(userId)) publishOwn(userId);
		},

		/** ms between two flights. */
		restMs: timing.crashed + timing.waiting,
		/** See `isWell` of {@link createEngine}. */
		isWell: engine.isWell,
		/** For metrics: the phase, the bets in the round, the queue, and the flights since the start. */
		counts() {
			const round = engine.current()?.round;
			return {
				phase: round?.phase ?? ("resting" as const),
				bets: round?.bets.size ?? 0,
				queued: queue.size,
				flown,
			};
		},
		/** Ends the game with the process: see `end` of {@link createEngine}. */
		end() {
			ended = true;
			return engine.end();
		},
	};
}

export type LiveCrash = Awaited<ReturnType<typeof createLiveCrash>>;

const pastRound = ({ id, crash_point }: { id: string; crash_point: number | null }): PastRound => ({
	id,
	crashPoint: crash_point ?? 0,
});
