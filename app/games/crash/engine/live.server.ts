import type { Db } from "db/database";
import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { hasActed } from "~/forms/idempotency.server";
import type { Clock } from "~/lib/clock";
import { userIn, userKey } from "~/live/audience";
import type { Hub } from "~/live/hub.server";
import type { Topics } from "~/live/topics";
import type { Log } from "~/observability/log.server";
import type { RandomHex } from "../../fairness/seeds.server";
import type { GameEvents } from "../../game-events";
import { checkLaterStake } from "../../limits/limits.server";
import { LIVE_CRASH_NAME } from "../../lobby/game-names";
import { findNames } from "../../lobby/leaders.queries.server";
import { LOBBY_TOPIC } from "../../lobby/lobby-topic";
import { findPastRounds } from "../persistence/crash.queries.server";
import { findIsActive, saveIsActive } from "../persistence/live.queries.server";
import { createLiveBets, type OpenedLive } from "../persistence/live-bets.server";
import type { BetRequest } from "./bet-repository";
import type { Bet, Round } from "./crash";
import { ANSWER_WITHIN_MS, createEngine, type Listener } from "./engine.server";
import { createFlightTicker } from "./flight-ticker.server";
import { pseudonymOf } from "./pseudonym.server";
import { ShownBets } from "./shown-bets";
import {
	LIVE_HISTORY,
	LIVE_TOPIC,
	type LiveState,
	type PastRound,
	type PlayerLiveState,
	type QueuedBet,
	type RoundView,
	type Tick,
	type Timing,
	viewPlayerBet,
	viewRound,
} from "./view";

/** Minimum interval between two `bets` events. */
const BETS_MS = 250;
/** In characters. Providers do not limit names, and each name is published to all players. */
const MAX_NAME = 64;

export interface CrashTools extends GameEvents {
	db: Db;
	now: () => Date;
	clock: Clock;
	log: Log;
	randomHex: RandomHex;
	config: { SITE_TIMEZONE: string };
	timing: Timing;
	hub: Hub;
}

/** The live game: its engine, the queue of bets for the next round, and the published events. */
export async function createLiveCrash(tools: CrashTools) {
	const { db, now, clock, timing, hub } = tools;
	const pseudonymKey = tools.randomHex(32);
	const bets = createLiveBets(tools);
	const shown = new ShownBets();
	const queue = new Map<string, BetRequest>();
	let isActive = await findIsActive(db);
	let history = (await findPastRounds(db, undefined, LIVE_HISTORY)).map(pastRound);
	/** While the stop is being stored. */
	let isStopping = false;
	let betsDue = false;
	let ended = false;
	let flown = 0;

	const ticker = createFlightTicker(clock);

	const publishTick = (tick: Tick) => hub.publish(LIVE_TOPIC, "tick", tick, { latest: true });

	const listener: Listener<OpenedLive> = {
		phase(round) {
			if (round?.phase === "flying")
				ticker.start(LIVE_TOPIC, { current: engine.current, publish: publishTick });
			else ticker.stop(LIVE_TOPIC);
			if (!round || round.phase === "waiting") {
				shown.clear();
				hub.publish(LIVE_TOPIC, "state", readState());
			} else {
				if (round.phase === "crashed") {
					flown += 1;
					remember(round);
				}
				hub.publish(LIVE_TOPIC, "phase", viewNow());
			}
			if (round?.phase === "waiting") placeQueued();
		},
		placed(bet) {
			const roundId = engine.current()?.round.id ?? "";
			shown.add(bet, { pseudonym: pseudonymOf(pseudonymKey, bet.userId, roundId) });
			tools.played(bet.userId);
			tellChanged(bet);
		},
		gone(bet) {
			shown.remove(bet);
			tellChanged(bet);
		},
		paid(bet) {
			shown.pay(bet);
			if ((bet.payout ?? 0) > bet.stake) tools.winStored();
			tellChanged(bet);
		},
		settled(_round, losers) {
			for (const { userId } of losers) tellOwn(userId);
		},
	};

	const engine = createEngine({
		...tools,
		bets,
		listener,
		answerWithinMs: ANSWER_WITHIN_MS,
		goesOn: () => isActive,
	});

	function tellChanged({ userId }: Bet) {
		tools.announceBalance(userId);
		tellOwn(userId);
		if (betsDue) return;
		betsDue = true;
		clock.at(clock.now() + Math.max(BETS_MS, 2 * ticker.interval()), async () => {
			betsDue = false;
			await nameShown();
			const changes = shown.takeChanges();
			if (changes) hub.publish(LIVE_TOPIC, "bets", changes);
		});
	}

	/** Looks up each player's name once, after the bet is placed, so that the lookup delays only the name. */
	async function nameShown() {
		const bets = shown.takeUnasked();
		if (bets.length === 0 || ended) return;
		try {
			const rows = await findNames(
				db,
				bets.map(({ userId }) => userId),
			);
			const names = new Map(
				rows.map((row) => [row.id, row.is_public === 1 ? row.twitch_username : undefined]),
			);
			for (const bet of bets) {
				const name = names.get(bet.userId);
				if (name !== undefined) shown.name(bet, [...name].slice(0, MAX_NAME).join(""));
			}
		} catch (error) {
			if (!ended) tools.log.error({ event: "player-names-unread", err: error });
		}
	}

	const tellOwn = (userId: string) => hub.publishTo(userKey(userId), LIVE_TOPIC, "own", readOwn(userId));

	function remember({ id, crashPoint = 0 }: Round) {
		history = [{ id, crashPoint }, ...history].slice(0, LIVE_HISTORY);
	}

	/** Places the queued bets in the round that has opened. Each player gets the result as a `message` event. */
	function placeQueued() {
		const waiting = [...queue];
		queue.clear();
		for (const [userId, request] of waiting) {
			const show = (code: Topics[typeof LIVE_TOPIC]["message"]["code"]) =>
				hub.publishTo(userKey(userId), LIVE_TOPIC, "message", { code });
			engine.place(request).then(
				() => show("queuedBetPlaced"),
				(error: unknown) => {
					if (error instanceof DomainError) show(error.code);
					else tools.log.error({ event: "queued-bet-failed", userId, err: error });
					tellOwn(userId);
				},
			);
		}
	}

	function viewNow(): RoundView | null {
		const current = engine.current();
		if (!current) return null;
		const { number, commitment } = current.opened;
		return { ...viewRound(current.round, current.elapsed, timing), number, commitment };
	}

	const readState = (): LiveState => ({
		active: isActive,
		round: viewNow(),
		bets: shown.view(),
		totals: shown.totals,
		history,
	});

	function readOwn(userId: string): PlayerLiveState {
		const bet = engine.current()?.round.bets.get(userId);
		return { bet: bet ? viewPlayerBet(bet) : null, queued: queuedOf(userId) };
	}

	function queuedOf(userId: string): QueuedBet | null {
		const queued = queue.get(userId);
		return queued ? { stake: queued.stake, target: queued.target } : null;
	}

	hub.openTopic(LIVE_TOPIC, {
		snapshot: (keys) => [
			{ event: "state", data: readState() },
			...keys.flatMap((key) => {
				const userId = userIn(key);
				return userId === undefined ? [] : [{ event: "own" as const, data: readOwn(userId) }];
			}),
		],
	});

	async function switchTo(active: boolean, adminId: string) {
		const at = now();
		await transact(db, async (trx) => {
			const before = await findIsActive(trx);
			await saveIsActive(trx, active, at.toISOString());
			await recordChange(trx, {
				actor: adminId,
				action: active ? "liveCrash.start" : "liveCrash.stop",
				subject: LIVE_TOPIC,
				subjectName: LIVE_CRASH_NAME,
				before: { active: before },
				after: { active },
				at,
			});
		});
		isActive = active;
		hub.publish(LOBBY_TOPIC, LIVE_TOPIC, { active });
		hub.publish(LIVE_TOPIC, "state", readState());
	}

	await bets.ready();
	if (isActive) void engine.start();

	return {
		readState,
		readOwn,
		isActive: () => isActive,

		/** @throws {DomainError} `gameAlreadyActive`. */
		async start(adminId: string) {
			if (isActive) throw new DomainError("gameAlreadyActive");
			await switchTo(true, adminId);
			void engine.start();
		},

		/** Opens no new round. A flight ends and pays as usual; the bets of a waiting round are refunded. */
		async stop(adminId: string) {
			if (!isActive) throw new DomainError("gameInactive");
			isStopping = true;
			try {
				await switchTo(false, adminId);
			} finally {
				isStopping = false;
			}
			for (const userId of [...queue.keys()]) {
				queue.delete(userId);
				tellOwn(userId);
			}
			engine.stop();
		},

		/** @throws {DomainError} `gameInactive`, and as `engine.place`. */
		async place(request: BetRequest) {
			if (!isActive) throw new DomainError("gameInactive");
			return engine.place(request);
		},
		cancel: engine.cancel,
		cashOut: engine.cashOut,

		/**
		 * Queues a bet for the next round. Its points are taken when that round opens.
		 * @param points the viewer's current balance.
		 * @returns the queued bet; null if the idempotency key has placed its bet already.
		 * @throws {DomainError} `gameInactive`, `insufficientPoints`, `onBreak`, `lossLimitReached`.
		 */
		async queueBet(request: BetRequest, points: number): Promise<QueuedBet | null> {
			const { userId, idempotencyKey, stake } = request;
			if (await hasActed(db, userId, idempotencyKey)) return queuedOf(userId);
			await checkLaterStake(db, { userId, stake, at: now(), timeZone: tools.config.SITE_TIMEZONE });
			if (!isActive || isStopping) throw new DomainError("gameInactive");
			if (stake > points) throw new DomainError("insufficientPoints");
			queue.set(userId, request);
			tellOwn(userId);
			return queuedOf(userId);
		},

		leaveQueue(userId: string) {
			if (queue.delete(userId)) tellOwn(userId);
		},

		/** ms between two flights. */
		restMs: timing.crashed + timing.waiting,
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
