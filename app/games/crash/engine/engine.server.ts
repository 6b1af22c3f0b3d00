import { DomainError } from "~/forms/domain-error";
import type { Clock } from "~/lib/clock";
import type { Log } from "~/observability/log.server";
import type { LiveBets } from "../persistence/live-bets.server";
import {
	type Bet,
	type BetRequest,
	cashOutDue,
	crash,
	crashMoment,
	decideCashOut,
	lastMoment,
	launch,
	newBet,
	newRound,
	nextMoment,
	type PlacedBet,
	type Round,
	tooLate,
} from "./crash";
import { createStoring, notStored, type PendingWrites, withinLimit } from "./storing.server";
import { type PlayerBet, type Timing, viewPlayerBet } from "./view";

/**
 * Receives the changes of an engine. Bets are reported after they are stored. The methods are called synchronously and must not
 * throw.
 */
export interface Listener {
	/** A phase has begun; undefined when the engine has become idle. A crash is reported once it and all bets are stored. */
	phase(round: Round | undefined): void;
	placed(bet: Bet): void;
	/** A bet was refunded: its round was voided, or its player has cancelled it. */
	gone(bet: Bet, isVoided: boolean): void;
	paid(bet: Bet): void;
	/** Called in the same step as `phase` with the crash, with the lost bets. */
	settled(losers: readonly Bet[]): void;
}

interface Tools {
	/** The clock of rounds, which may stand still. */
	clock: Clock;
	/** The clock of retries and of limits of waiting. */
	timeouts: Clock;
	pendingWrites: PendingWrites;
	log: Log;
	timing: Timing;
	bets: LiveBets;
	listener: Listener;
	/** Whether another round follows this one. Checked when a round opens and after it has ended. */
	goesOn(): boolean;
}

/**
 * Runs one round after the other: waiting, flying, crashed. A request counts in the synchronous step in which it
 * calls `place`, `cancel` or `cashOut`: that step reads the clock and decides, and nothing is decided
 * retroactively. Writes are retried until they succeed; the next round opens after that. Decisions are published once
 * they are stored: a flight stands still between the decision of its crash and the publication. So the bets that a stop of
 * the process leaves open are those whose end nobody has seen. They are refunded at the next start. The first round opens
 * at `start`.
 */
export function createEngine(tools: Tools) {
	const { clock, timeouts, log, timing, bets, listener, goesOn } = tools;
	const { track, quiet, untilStored, ...storing } = createStoring({ ...tools, clock: timeouts });
	let round: Round | undefined;
	/** When the phase began, when betting ends and when the flight began. */
	let began = 0;
	let closesAt = 0;
	let startedAt = 0;
	/** True from the decision of the crash to its publication. */
	let isOver = false;
	/** True during a step that must not be interrupted by another one. */
	let busy = false;
	let step = Promise.resolve();
	let ended = false;
	/** When the engine has ended. The flight stands still from then on, because its crash is no longer decided. */
	let stoodAt = Number.POSITIVE_INFINITY;
	let hasFailed = false;
	let unschedule = () => {};
	/** The payment of each bet of this round that was cashed out. A repeat gets the same answer. */
	const payments = new Map<string, Promise<number>>();
	/** Ids of the bets of this round whose payment is not stored. */
	const unpaid = new Set<string>();
	/** By player and bet: the refund of each bet of this round that was cancelled or is being cancelled. */
	const refunds = new Map<string, Promise<number>>();

	function schedule(moment: number, act: () => void) {
		unschedule();
		unschedule = clock.at(moment, () => {
			try {
				act();
			} catch (error) {
				fail(error);
			}
		});
	}

	function fail(error: unknown) {
		hasFailed = true;
		if (!ended) log.error({ event: "crash-engine-stopped", roundId: round?.id, err: error });
	}

	/** Runs a step of the round. If it fails because the process ends, the next start refunds open bets. */
	function run(next: () => Promise<void>) {
		if (ended) return;
		busy = true;
		step = next().catch(fail);
	}

	async function open() {
		const next = await untilStored({ what: "open" }, () => bets.open());
		if (ended) return;
		forget();
		round = newRound(next);
		began = clock.now();
		closesAt = began + timing.waiting;
		busy = false;
		listener.phase(round);
		if (goesOn()) schedule(closesAt, () => round && fly(round));
		else stopWaiting();
	}

	function forget() {
		payments.clear();
		unpaid.clear();
		refunds.clear();
	}

	/** ms of the flight at which a cash-out is decided now. */
	function flown(current: Round): number {
		return ended ? Math.min(stoodAt - startedAt, lastMoment(current)) : clock.now() - startedAt;
	}

	/** ms since the phase began. Until its crash is published, a flight stands still just before it. */
	function elapsed(current: Round): number {
		const ms = Math.min(clock.now(), stoodAt) - began;
		return current.phase === "flying" ? Math.min(ms, lastMoment(current)) : ms;
	}

	/** Closes betting and waits until accepted bets are stored. */
	async function closeBetting() {
		closesAt = Number.NEGATIVE_INFINITY;
		await quiet();
	}

	function fly(current: Round) {
		run(async () => {
			await closeBetting();
			const crashPoint = await untilStored({ what: "launch", roundId: current.id }, () =>
				bets.launch(current),
			);
			if (ended) return;
			launch(current, crashPoint);
			startedAt = clock.now();
			began = startedAt;
			log.debug({ event: "crash-flight-started", roundId: current.id });
			listener.phase(current);
			awaitNext(current);
		});
	}

	function awaitNext(current: Round) {
		const moment = nextMoment(current);
		schedule(startedAt + moment, () => {
			// A timer may fire a fraction of a millisecond early, or late after a stall.
			const reached = Math.max(moment, clock.now() - startedAt);
			for (const bet of cashOutDue(current, Math.min(reached, crashMoment(current)))) pay(bet);
			if (reached >= crashMoment(current)) end(current);
			else awaitNext(current);
		});
	}

	/** Decides the crash: from this step on no bet can win. Publishes the crash after it is stored. */
	function end(current: Round) {
		unschedule();
		isOver = true;
		for (const bet of cashOutDue(current, crashMoment(current))) pay(bet);
		run(async () => {
			// Payouts that shutdown leaves unstored are refunded at the next start.
			await Promise.all(payments.values());
			await untilStored({ what: "close", roundId: current.id }, () => bets.close(current));
			const lost = crash(current);
			isOver = false;
			began = clock.now();
			log.debug({ event: "crash-flight-ended", roundId: current.id, crashPoint: current.crashPoint });
			listener.phase(current);
			listener.settled(lost);
			if (!ended) schedule(began + timing.crashed, next);
		});
	}

	const opensNext = () => goesOn() && bets.isReady();

	function next() {
		busy = false;
		if (opensNext()) run(open);
		else rest();
	}

	function rest() {
		busy = false;
		round = undefined;
		forget();
		listener.phase(undefined);
	}

	/** Voids a waiting round and refunds its bets. */
	function stopWaiting() {
		const current = round;
		if (!current) return;
		unschedule();
		run(async () => {
			await closeBetting();
			await untilStored({ what: "call off", roundId: current.id }, () => bets.callOff(current));
			const refunded = [...current.bets.values()];
			current.bets.clear();
			for (const bet of refunded) listener.gone(bet, true);
			rest();
			if (opensNext()) run(open);
		});
	}

	/** @param refusal why no new bet is accepted. */
	async function placeIn(current: Round, request: BetRequest, refusal?: DomainError): Promise<PlacedBet> {
		const { idempotencyKey, userId } = request;
		const bet = newBet({ ...request, id: crypto.randomUUID() });
		const placed = await bets.place(current, bet, { idempotencyKey, refusal });
		const isRepeat = placed.id !== bet.id;
		if (isRepeat) return placed;
		current.bets.set(userId, bet);
		listener.placed(bet);
		return placed;
	}

	function pay(bet: Bet) {
		const what = { what: "cash-out", roundId: round?.id, betId: bet.id, userId: bet.userId } as const;
		unpaid.add(bet.id);
		const payment = untilStored(what, () => bets.pay(bet)).then((balance) => {
			unpaid.delete(bet.id);
			listener.paid(bet);
			return balance;
		});
		payments.set(bet.id, payment);
		track(payment).catch(() => {});
	}

	/**
	 * Refuses a cash-out after the crash, once the crash is stored. The answer of a winner waits for its payment in the same
	 * way, so that the wait does not reveal who has lost.
	 */
	async function refuseLate(current: Round): Promise<never> {
		if (!isOver && !ended) end(current);
		await withinLimit(timeouts, step);
		// The process ends before the crash could be stored.
		if (current.phase !== "crashed") throw notStored();
		throw tooLate(current.crashPoint);
	}

	return {
		/**
		 * The current round with its secrets, and ms since its phase began; undefined when no round runs. Only
		 * `view.ts` may turn it into data for players.
		 */
		current: () => round && { round, elapsed: elapsed(round) },

		/** The player's bet in the current round, as it is stored: a cash-out is shown once its payment is stored. */
		betOf(userId: string): Bet | undefined {
			const bet = round?.bets.get(userId);
			if (!bet || !unpaid.has(bet.id)) return bet;
			return { ...bet, status: "active", multiplier: null, payout: null };
		},

		/** False while an outcome cannot be stored, and after a step has failed, which stops the engine for good. */
		isWell: () => storing.isWell() && !hasFailed,

		/**
		 * Opens a round if none runs and the chain has its salt; otherwise does nothing. Resolves when the current step is done, and never
		 * rejects: a failed write is retried, other errors are logged. Check `current` for the round.
		 */
		start(): Promise<void> {
			if (!round && !busy && bets.isReady()) run(open);
			return step;
		},

		/**
		 * Call it after `goesOn` has become false: a waiting round is voided and its bets are refunded, a flight ends as
		 * usual. Returns immediately; the listener reports the result.
		 */
		stop() {
			if (round?.phase === "waiting" && !busy) stopWaiting();
		},

		/**
		 * Ends the engine with the process: takes no further step, and resolves when pending writes are done. A write that
		 * fails now is not retried. A flight whose crash is not decided stands still, and cash-outs count at its multiplier:
		 * otherwise one after the crash would be refunded, and nothing could be lost until the process exits.
		 */
		async end() {
			if (!ended) stoodAt = clock.now();
			ended = true;
			storing.end();
			unschedule();
			await Promise.all([step, quiet()]);
		},

		/**
		 * Whether betting is open is decided synchronously; storing the bet follows. The bet is in the round once
		 * it is stored. A repeat of the idempotency key gets the first answer, also after betting has closed.
		 * @returns the stored bet, with the balance of that time.
		 * @throws {DomainError} `bettingClosed`, `betAlreadyPlaced`, `insufficientPoints`, `idempotencyKeyReused`,
		 * `onBreak`, `lossLimitReached`.
		 */
		async place(request: BetRequest): Promise<PlacedBet> {
			const current = round;
			if (!current) throw new DomainError("bettingClosed");
			const isOpen = !ended && clock.now() <= closesAt;
			// The flight waits for accepted bets, not for late requests, which can only be repeats.
			return isOpen
				? track(placeIn(current, request))
				: placeIn(current, request, new DomainError("bettingClosed"));
		},

		/**
		 * Cancels a bet and refunds its stake. A cancellation counts in the step in which this is called; a repeat
		 * refunds nothing.
		 * @returns the new balance; undefined for a bet that was cancelled or refunded in an earlier round.
		 * @throws {DomainError} `bettingClosed`; `noBet` for an unknown bet or another user's; `tooManyCancellations`, and
		 * the bet stays.
		 */
		async cancel(userId: string, betId: string): Promise<number | undefined> {
			const key = `${userId} ${betId}`;
			const refund = refunds.get(key);
			if (refund) return refund;
			const current = round;
			const bet = current?.bets.get(userId);
			if (!current || bet?.id !== betId) {
				const past = await bets.findBet(userId, betId);
				if (!past) throw new DomainError("noBet");
				if (past.bet.status !== "refunded") throw new DomainError("bettingClosed");
				return undefined;
			}
			if (clock.now() > closesAt) throw new DomainError("bettingClosed");
			// The bet stays in the round until its refund is stored, so that another bet is refused until then.
			const balance = track(bets.cancel(bet));
			refunds.set(key, balance);
			try {
				const points = await balance;
				// The next bet may be in the round already.
				if (current.bets.get(userId)?.id === betId) current.bets.delete(userId);
				listener.gone(bet, false);
				return points;
			} catch (error) {
				refunds.delete(key);
				throw error;
			}
		},

		/**
		 * Cashes a bet out at the multiplier of the step in which this is called. A retry, or a request that comes after
		 * the automatic cash-out, gets the first decision as its answer.
		 * @returns the bet, and the new balance if it was paid in the current round.
		 * @throws {DomainError} `notFlying` before the start; `noBet`; `tooLate` after the crash; `betRefunded`;
		 * `resultNotStored` if storing the payment or the crash takes longer than 10 s: the decision stands and is
		 * still stored.
		 */
		async cashOut(userId: string, betId: string): Promise<{ bet: PlayerBet; balance: number | undefined }> {
			const current = round;
			const bet = current?.bets.get(userId);
			if (!current || bet?.id !== betId) {
				const past = await bets.findBet(userId, betId);
				if (!past || past.bet.status === "active") throw new DomainError("noBet");
				if (past.bet.status === "refunded") throw new DomainError("betRefunded");
				if (past.bet.status === "lost") throw tooLate(past.crashPoint);
				return { bet: past.bet, balance: undefined };
			}
			const { crashPoint } = current;
			if (crashPoint === undefined) throw new DomainError("notFlying");
			if (bet.status === "lost") throw tooLate(crashPoint);
			if (bet.status === "active") {
				if (isOver) return refuseLate(current);
				const outcome = decideCashOut(bet, crashPoint, flown(current));
				if (outcome.status === "lost") return refuseLate(current);
				Object.assign(bet, outcome);
				log.debug({ event: "crash-cash-out", roundId: current.id, betId, multiplier: bet.multiplier });
				pay(bet);
			}
			return {
				balance: await withinLimit(timeouts, Promise.resolve(payments.get(betId))),
				bet: viewPlayerBet(bet, current.id),
			};
		},
	};
}
