/**
 * A round of solo Crash as data. What is true at a time is a function of the round and the time, so that it does not
 * matter which process computes it, or when. Times are whole ms since 1970; multipliers are hundredths.
 */
import { DomainError } from "~/forms/domain-error";
import { decideCashOut, lastMoment, outcomeAt } from "./crash";
import { momentOf } from "./curve";
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

/** Returns a drawn round as it is at a time: its bet is settled and it is closed, if that is due. */
export function roundAt(round: SoloRound, at: number): SoloRound {
	const { bet, fliesAt, crashPoint } = round;
	if (crashPoint === null || !isOpen(round)) return round;
	const end = fliesAt + momentOf(crashPoint);
	const outcome = bet?.status === "active" ? outcomeAt(bet, crashPoint, at - fliesAt) : undefined;
	return { ...round, bet: bet && { ...bet, ...outcome }, closedAt: at < end ? null : end };
}

/**
 * Decides a cash-out of an open bet by hand: see {@link decideCashOut}.
 * @throws {DomainError} `notFlying` before the start.
 */
export function cashOutAt({ fliesAt, crashPoint }: SoloRound, bet: PlayerBet, at: number): PlayerBet {
	if (crashPoint === null) throw new DomainError("notFlying");
	return { ...bet, ...decideCashOut(bet, crashPoint, at - fliesAt) };
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
