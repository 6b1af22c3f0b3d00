import type { Clock } from "~/platform/clock";
import { DomainError } from "~/platform/domain-error";
import type { Log } from "~/platform/log.server";
import type { BetRequest, Book, PlacedBet } from "./book";
import {
	type Bet,
	cancel,
	cashOut,
	cashOutDue,
	crash,
	crashMoment,
	launch,
	newRound,
	nextMoment,
	place,
	type Round,
	settle,
} from "./crash";
import { START } from "./curve";
import { createStoring } from "./storing.server";
import { type OwnBet, type Timing, viewOwnBet } from "./view";

/** What a site's tables have for `answerWithinMs`: proxies wait some 60 s, players less. */
export const ANSWER_WITHIN_MS = 10_000;

/** What a table tells, each time after it is stored. */
export interface Listener<Opened> {
	/** A round began to wait, to fly or ended; undefined when the table has come to rest. */
	phase(round: Round | undefined, opened: Opened | undefined): void;
	placed(bet: Bet, balance: number): void;
	/** A bet was taken back or called off. */
	gone(bet: Bet, balance: number): void;
	paid(bet: Bet, balance: number): void;
	/** Every bet of the round is settled. */
	settled(round: Round, losers: readonly Bet[]): void;
}

interface Tools<Opened extends { id: string }> {
	clock: Clock;
	log: Log;
	timing: Timing;
	book: Book<Opened>;
	listener: Listener<Opened>;
	/** Whether another round follows. */
	goesOn(): boolean;
	/** Resolves when every request that had arrived by that moment has been answered. */
	arrivalsBefore(moment: number): Promise<void>;
	/** How long a cash-out waits for its payment to be stored, where it does not wait for ever. */
	answerWithinMs?: number;
}

/**
 * Runs one round after the other: waiting, flying, crashed. Outcomes are decided here, in memory and at
 * their exact moment, and written until they are stored; a round ends only when all of them are. Whatever
 * a stop leaves open is refunded at the next start.
 */
export function createTable<Opened extends { id: string }>(tools: Tools<Opened>) {
	const { clock, log, timing, book, listener, goesOn, arrivalsBefore, answerWithinMs } = tools;
	const { track, quiet, untilStored, ...storing } = createStoring(tools);
	let round: Round | undefined;
	let opened: Opened | undefined;
	/** When the phase began, when betting ends and when the flight began. */
	let began = 0;
	let closesAt = 0;
	let startedAt = 0;
	/** While a step is under way that must not be disturbed. */
	let busy = false;
	let step = Promise.resolve();
	let ended = false;
	let hasFailed = false;
	let unschedule = () => {};
	/** The payment of each bet of this round that was cashed out, so that a repeat is answered with the same. */
	const payments = new Map<string, Promise<number>>();
	/** The refund of each bet that is being taken back, or was, with whose it is. */
	const refunds = new Map<string, { userId: string; balance: Promise<number> }>();

	function schedule(moment: number, run: () => void) {
		unschedule();
		unschedule = clock.at(moment, run);
	}

	/** A step of the round; one that fails because the process ends leaves the rest to the next start. */
	function run(next: () => Promise<void>) {
		if (ended) return;
		busy = true;
		step = next().catch((error: unknown) => {
			hasFailed = true;
			if (!ended) log.error({ event: "crash-table-stopped", roundId: round?.id, err: error });
		});
	}

	async function open() {
		const next = await untilStored({ what: "open" }, () => book.open());
		if (ended) return;
		forget();
		round = newRound(next.id);
		opened = next;
		began = clock.now();
		closesAt = began + timing.waiting;
		busy = false;
		listener.phase(round, opened);
		if (goesOn()) schedule(closesAt, () => round && fly(round));
		else stopWaiting();
	}

	function forget() {
		payments.clear();
		refunds.clear();
	}

	/** Whoever was in time is waited for; bets that come after this, however early they arrived, do not count. */
	async function closeBetting() {
		await arrivalsBefore(closesAt);
		await quiet();
		closesAt = Number.NEGATIVE_INFINITY;
	}

	function fly(current: Round) {
		run(async () => {
			await closeBetting();
			const crashPoint = await untilStored({ what: "launch", roundId: current.id }, () =>
				book.launch(current),
			);
			if (ended) return;
			launch(current, crashPoint);
			startedAt = clock.now();
			began = startedAt;
			listener.phase(current, opened);
			awaitNext(current);
		});
	}

	function awaitNext(current: Round) {
		const moment = nextMoment(current);
		schedule(startedAt + moment, () => {
			// A timer may be early by a part of a millisecond, or late by the length of a stall.
			const elapsed = Math.max(moment, clock.now() - startedAt);
			for (const bet of cashOutDue(current, Math.min(elapsed, crashMoment(current)))) pay(bet);
			if (elapsed >= crashMoment(current)) end(current);
			else awaitNext(current);
		});
	}

	function end(current: Round) {
		for (const bet of crash(current)) pay(bet);
		const crashedAt = startedAt + crashMoment(current);
		began = clock.now();
		listener.phase(current, opened);
		run(async () => {
			await arrivalsBefore(crashedAt);
			await quiet();
			// One that the end of the process kept from being stored is not lost: the next start refunds it.
			await Promise.all(payments.values());
			const losers = settle(current);
			await untilStored({ what: "close", roundId: current.id }, () => book.close(current));
			listener.settled(current, losers);
			if (!ended) schedule(began + timing.crashed, next);
		});
	}

	function next() {
		busy = false;
		if (goesOn()) run(open);
		else rest();
	}

	function rest() {
		busy = false;
		round = undefined;
		opened = undefined;
		forget();
		listener.phase(undefined, undefined);
	}

	/** No flight follows: the bets that wait are given back. */
	function stopWaiting() {
		const current = round;
		if (!current) return;
		unschedule();
		closesAt = Math.min(closesAt, clock.now());
		run(async () => {
			await closeBetting();
			const balances = await untilStored({ what: "call off", roundId: current.id }, () =>
				book.callOff(current),
			);
			const bets = [...current.bets.values()];
			current.bets.clear();
			for (const bet of bets) listener.gone(bet, balances.get(bet.userId) ?? 0);
			rest();
			if (goesOn()) run(open);
		});
	}

	function pay(bet: Bet) {
		const what = { what: "cash-out", roundId: round?.id, betId: bet.id, userId: bet.userId } as const;
		const payment = untilStored(what, () => book.pay(bet)).then((balance) => {
			listener.paid(bet, balance);
			return balance;
		});
		payments.set(bet.id, payment);
		track(payment).catch(() => {});
	}

	/** An asker does not wait for ever for what cannot be stored now. */
	async function answerOf(payment: Promise<number> | undefined): Promise<number | undefined> {
		if (answerWithinMs === undefined) return payment;
		let giveUp = () => {};
		const late = new Promise<never>((_resolve, reject) => {
			giveUp = clock.at(clock.now() + answerWithinMs, () => reject(new DomainError("payoutNotStored")));
		});
		try {
			return await Promise.race([payment, late]);
		} finally {
			giveUp();
		}
	}

	return {
		/** The round that runs, its secrets included: nothing of it leaves the server but through `view.ts`. */
		current: () => round && opened && { round, opened, elapsed: clock.now() - began },

		/** False while an outcome cannot be stored, or since a step went wrong. */
		isWell: () => storing.isWell() && !hasFailed,

		/** Opens a round if none runs. Resolves when it is open. */
		start(): Promise<void> {
			if (!round && !busy) run(open);
			return step;
		},

		/** Tells that `goesOn` has turned false: a round that waits is called off, one that flies ends. */
		stop() {
			if (round?.phase === "waiting" && !busy) stopWaiting();
		},

		/** For the end of the process: no step follows, and what is being written is waited for. */
		async end() {
			ended = true;
			storing.end();
			unschedule();
			await Promise.all([step, quiet()]);
		},

		/**
		 * @param moment when the request had arrived.
		 * @throws {DomainError} `bettingClosed`, `betAlreadyPlaced` and what the book refuses.
		 */
		async place(request: BetRequest, moment: number): Promise<PlacedBet> {
			const current = round;
			if (!current) throw new DomainError("bettingClosed");
			let accepted: Bet | undefined;
			const accept = (id: string) => {
				if (ended || current !== round || moment > closesAt) throw new DomainError("bettingClosed");
				accepted = place(current, { ...request, id });
			};
			try {
				const placed = await track(book.place(current, request, accept));
				if (accepted) listener.placed(accepted, placed.balance);
				return placed;
			} catch (error) {
				// It was taken up, and then could not be stored.
				if (accepted && current.bets.get(request.userId) === accepted) current.bets.delete(request.userId);
				throw error;
			}
		},

		/** @throws {DomainError} `bettingClosed`, `noBet`. */
		async cancel(userId: string, betId: string, moment: number): Promise<number | undefined> {
			const under = refunds.get(betId);
			if (under?.userId === userId) return under.balance;
			const current = round;
			const bet = current?.bets.get(userId);
			if (!current || bet?.id !== betId) {
				const past = await book.findBet(userId, betId);
				if (!past) throw new DomainError("noBet");
				if (past.bet.status !== "refunded") throw new DomainError("bettingClosed");
				return undefined;
			}
			if (moment > closesAt) throw new DomainError("bettingClosed");
			// It stands in the round until its refund is stored, so that no other takes its place before.
			const balance = track(book.cancel(bet));
			refunds.set(betId, { userId, balance });
			try {
				const points = await balance;
				cancel(current, userId);
				listener.gone(bet, points);
				return points;
			} catch (error) {
				refunds.delete(betId);
				throw error;
			}
		},

		/**
		 * Cashes a bet out at the moment its request had arrived. The same request twice, or one that the
		 * automatic cash-out was faster than, is answered with what the bet was cashed out at.
		 * @returns the bet, and the points after it where this round paid it.
		 * @throws {DomainError} `notFlying`, `noBet`, `tooLate`, `betRefunded`; `payoutNotStored` while it is not.
		 */
		async cashOut(
			userId: string,
			betId: string,
			moment: number,
		): Promise<{ bet: OwnBet; balance: number | undefined }> {
			const current = round;
			if (!current || current.bets.get(userId)?.id !== betId) {
				const past = await book.findBet(userId, betId);
				if (!past || past.bet.status === "active") throw new DomainError("noBet");
				if (past.bet.status === "refunded") throw new DomainError("betRefunded");
				if (past.bet.status === "lost") throw tooLate(past.crashPoint);
				return { bet: past.bet, balance: undefined };
			}
			const wasOpen = current.bets.get(userId)?.status === "active";
			const bet = cashOut(current, userId, moment - startedAt);
			if (bet.status !== "cashed_out") throw tooLate(current.crashPoint);
			if (wasOpen) pay(bet);
			return { balance: await answerOf(payments.get(betId)), bet: viewOwnBet(bet) };
		},
	};
}

const tooLate = (crashPoint: number | null | undefined) =>
	new DomainError("tooLate", { multiplier: (crashPoint ?? START) / 100 });

export type Table<Opened extends { id: string }> = ReturnType<typeof createTable<Opened>>;
