/**
 * The rules of a round of live Crash; `solo-round.ts` has those of solo Crash. A round is data, and these functions change it in
 * place; none of them uses a clock, a database or a screen. Moments are ms after the start of the flight. Multipliers, targets
 * and crash points are whole hundredths: 201 is 2.01x.
 */
import { DomainError } from "~/forms/domain-error";
import { MAX_MULTIPLIER, momentOf, multiplierAt, payoutOf, TICK_MS, tickOf } from "./curve";

export const MIN_STAKE = 10;
export const STAKE_STEP = 10;
/** Keeps every payout below 2^53, so that it is an exact integer. */
export const MAX_STAKE = 1_000_000_000;
/** Of an automatic cash-out, in hundredths. */
export const MIN_TARGET = 101;
export const MAX_TARGET = MAX_MULTIPLIER;
export const DEFAULT_TARGET = 200;
export const TARGET_STEP = 10;

/** Duration of betting, and of the pause after a crash. */
export const SOLO_WAITING_MS = 20_000;
export const LIVE_WAITING_MS = 10_000;
export const CRASHED_MS = 5000;

export type Phase = "waiting" | "flying" | "crashed";
export type BetStatus = "active" | "cashed_out" | "lost";

export interface Bet {
	readonly id: string;
	readonly userId: string;
	/** Whole points. */
	readonly stake: number;
	/** Of the automatic cash-out, in hundredths; null without one. */
	readonly target: number | null;
	status: BetStatus;
	/** What it was cashed out at, in hundredths. */
	multiplier: number | null;
	payout: number | null;
}

type NewBet = Pick<Bet, "id" | "userId" | "stake" | "target">;

export interface Round {
	readonly id: string;
	phase: Phase;
	/** Hundredths; secret until the crash, undefined until it is drawn. */
	crashPoint: number | undefined;
	/** By user id: one bet per player. */
	readonly bets: Map<string, Bet>;
	/** Pending automatic cash-outs that this flight reaches; the next one is last. */
	autos: Bet[];
}

/** A waiting round without bets. */
export const newRound = (id: string): Round => ({
	id,
	phase: "waiting",
	crashPoint: undefined,
	bets: new Map(),
	autos: [],
});

/**
 * Checks that the user may place a bet in the round now.
 * @throws {DomainError} `bettingClosed` unless the round waits; `betAlreadyPlaced`.
 */
export function checkMayBet(round: Round, userId: string): void {
	if (round.phase !== "waiting") throw new DomainError("bettingClosed");
	if (round.bets.has(userId)) throw new DomainError("betAlreadyPlaced");
}

/** An open bet. It is not yet in a round: see {@link place}. */
export const newBet = ({ id, userId, stake, target }: NewBet): Bet => ({
	id,
	userId,
	stake,
	target,
	status: "active",
	multiplier: null,
	payout: null,
});

/** Adds a bet to the round. @throws {DomainError} `bettingClosed`, `betAlreadyPlaced`. */
export function place(round: Round, bet: Bet): Bet {
	checkMayBet(round, bet.userId);
	round.bets.set(bet.userId, bet);
	return bet;
}

/** Removes the user's bet from a waiting round and returns it. @throws {DomainError} `noBet`, `bettingClosed`. */
export function cancel(round: Round, userId: string): Bet {
	const bet = round.bets.get(userId);
	if (!bet) throw new DomainError("noBet");
	if (round.phase !== "waiting") throw new DomainError("bettingClosed");
	round.bets.delete(userId);
	return bet;
}

/**
 * Starts the flight. The caller checks that the round waits, and keeps the crash point secret until the crash.
 * @param crashPoint hundredths.
 */
export function launch(round: Round, crashPoint: number): void {
	round.phase = "flying";
	round.crashPoint = crashPoint;
	round.autos = [...round.bets.values()]
		.filter(({ target }) => target !== null && target <= crashPoint)
		.sort((one, other) => (other.target ?? 0) - (one.target ?? 0));
}

/** The moment of the crash, in ms after the start. @throws {TypeError} before {@link launch}. */
export function crashMoment({ crashPoint }: Pick<Round, "crashPoint">): number {
	if (crashPoint === undefined) throw new TypeError("the round has no crash point yet");
	return momentOf(crashPoint);
}

/**
 * The last moment of the flight that players may see before its crash is published, in ms since its start.
 * @throws {TypeError} before {@link launch}.
 */
export const lastMoment = (round: Pick<Round, "crashPoint">): number => Math.max(0, crashMoment(round) - 1);

/** The moment of the next automatic cash-out, or of the crash. @throws {TypeError} before {@link launch}. */
export function nextMoment(round: Round): number {
	const target = dropSettled(round).at(-1)?.target;
	return target == null ? crashMoment(round) : momentOf(target);
}

/**
 * Cashes out every open bet whose target the flight has reached, in ascending order, each at its own target.
 * @param elapsedMs ms since the start of the flight.
 * @returns the bets that this call has cashed out, with their payouts; a repeat returns none.
 */
export function cashOutDue(round: Round, elapsedMs: number): Bet[] {
	const tick = Math.floor(elapsedMs / TICK_MS);
	const due: Bet[] = [];
	for (;;) {
		const bet = dropSettled(round).at(-1);
		if (!bet || bet.target === null || tickOf(bet.target) > tick) return due;
		due.push(win(bet, bet.target));
	}
}

/** Drops the automatic cash-outs of bets that were cashed out manually. */
function dropSettled({ autos }: Round): Bet[] {
	while (autos.length > 0 && autos.at(-1)?.status !== "active") autos.pop();
	return autos;
}

/**
 * Decides a manual cash-out in the step in which it is called, and sets the bet's status, multiplier and payout. A
 * target that the flight has reached by then wins at the target. From the moment of the crash on no bet can win.
 * @param elapsedMs ms since the start of the flight, read in the same step.
 * @returns the bet: cashed out now or earlier, lost, or still active if the flight is over and {@link crash} is due.
 * @throws {DomainError} `noBet`; `notFlying` before the start.
 */
export function cashOut(round: Round, userId: string, elapsedMs: number): Bet {
	const bet = round.bets.get(userId);
	if (!bet) throw new DomainError("noBet");
	if (round.phase === "waiting") throw new DomainError("notFlying");
	if (bet.status !== "active") return bet;
	const end = crashMoment(round);
	const reached = Math.min(elapsedMs, end);
	if (bet.target !== null && isReached(round, bet.target) && momentOf(bet.target) <= reached) {
		return win(bet, bet.target);
	}
	if (elapsedMs >= end) return bet;
	return win(bet, multiplierAt(elapsedMs));
}

const isReached = ({ crashPoint = 0 }: Round, target: number): boolean => target <= crashPoint;

/**
 * Ends the flight and settles every open bet: targets at or under the crash point win, the rest is lost.
 * @returns the bets that this step has settled; bets that were cashed out earlier are not among them.
 * @throws {TypeError} before {@link launch}.
 */
export function crash(round: Round): { won: Bet[]; lost: Bet[] } {
	const won = cashOutDue(round, crashMoment(round));
	round.phase = "crashed";
	const lost = [...round.bets.values()].filter(({ status }) => status === "active");
	for (const bet of lost) {
		bet.status = "lost";
		bet.payout = 0;
	}
	return { won, lost };
}

function win(bet: Bet, multiplier: number): Bet {
	bet.status = "cashed_out";
	bet.multiplier = multiplier;
	bet.payout = payoutOf(bet.stake, multiplier);
	return bet;
}
