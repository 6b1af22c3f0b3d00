/**
 * A round of solo Crash as data. What is true at a time is a function of the round and the time, so that it does not
 * matter which process computes it, or when. Times are whole ms since 1970; multipliers are hundredths.
 */
import { DomainError } from "~/forms/domain-error";
import { lastMoment } from "./crash";
import { momentOf, multiplierAt, payoutOf } from "./curve";
import { type PlayerBet, type RoundView, type Timing, viewRound } from "./view";

export interface SoloRound {
	id: string;
	userId: string;
	openedAt: number;
	/** When betting ends and the flight starts. */
	fliesAt: number;
	/** Secret until the round is closed; null until betting has ended and the flight is drawn. */
	crashPoint: number | null;
	/** When the flight ended; null until that is stored. The end is shown after it is stored. */
	closedAt: number | null;
	/** The round was voided and its bet was refunded. */
	isVoided: boolean;
	/** The bet that was not cancelled. */
	bet: PlayerBet | null;
}

/** Whether a bet can be placed or cancelled. A drawn flight takes no bet, even if the clock was set back. */
export const isWaiting = (round: SoloRound, at: number): boolean =>
	isOpen(round) && round.crashPoint === null && at < round.fliesAt;

const isOpen = ({ closedAt, isVoided }: SoloRound): boolean => closedAt === null && !isVoided;

const cashedOut = (bet: PlayerBet, multiplier: number): PlayerBet => ({
	...bet,
	status: "cashed_out",
	multiplier,
	payout: payoutOf(bet.stake, multiplier),
});

/**
 * Returns an open bet of a drawn flight as it is at a time: cashed out at its target if the flight has reached it, lost if the flight
 * is over. Other bets are returned as they are.
 */
function betAt(bet: PlayerBet, fliesAt: number, crashPoint: number, at: number): PlayerBet {
	if (bet.status !== "active") return bet;
	const elapsed = at - fliesAt;
	const { target } = bet;
	if (target !== null && target <= crashPoint && momentOf(target) <= elapsed) return cashedOut(bet, target);
	return elapsed < momentOf(crashPoint) ? bet : { ...bet, status: "lost", payout: 0 };
}

/** Returns a drawn round as it is at a time: its bet is settled and it is closed, if that is due. */
export function roundAt(round: SoloRound, at: number): SoloRound {
	const { bet, fliesAt, crashPoint } = round;
	if (crashPoint === null || !isOpen(round)) return round;
	const end = fliesAt + momentOf(crashPoint);
	return { ...round, bet: bet && betAt(bet, fliesAt, crashPoint, at), closedAt: at < end ? null : end };
}

/**
 * Decides a cash-out by hand at a time. A target that the flight has reached by then wins at the target. From the moment of the
 * crash on no bet can win.
 * @returns the bet: cashed out now or earlier, or lost.
 * @throws {DomainError} `notFlying` before the start.
 */
export function cashOutAt(round: SoloRound, bet: PlayerBet, at: number): PlayerBet {
	const { fliesAt, crashPoint } = round;
	if (crashPoint === null) throw new DomainError("notFlying");
	const due = betAt(bet, fliesAt, crashPoint, at);
	return due.status === "active" ? cashedOut(bet, multiplierAt(at - fliesAt)) : due;
}

/** When the round changes next: the start, the automatic cash-out or the crash; undefined if it is over. */
export function nextChange({ fliesAt, crashPoint, bet, ...round }: SoloRound): number | undefined {
	if (!isOpen({ fliesAt, crashPoint, bet, ...round })) return undefined;
	if (crashPoint === null) return fliesAt;
	const target = bet?.status === "active" ? bet.target : null;
	return fliesAt + momentOf(Math.min(target ?? crashPoint, crashPoint));
}

/**
 * The view of a round for its player; null once the next one may open. Until its end is stored, a flight stands still just before
 * it.
 */
export function viewSoloRound(round: SoloRound, at: number, timing: Timing): RoundView | null {
	const { id, fliesAt, crashPoint, closedAt, isVoided } = round;
	if (isVoided || (closedAt !== null && at >= closedAt + timing.crashed)) return null;
	if (crashPoint === null) {
		const elapsed = Math.min(timing.waiting + at - fliesAt, timing.waiting);
		return viewRound({ id, phase: "waiting", crashPoint: undefined }, elapsed, timing);
	}
	if (closedAt !== null) return viewRound({ id, phase: "crashed", crashPoint }, at - closedAt, timing);
	const elapsed = Math.min(at - fliesAt, lastMoment({ crashPoint }));
	return viewRound({ id, phase: "flying", crashPoint }, elapsed, timing);
}
