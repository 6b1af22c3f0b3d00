import type { PastRound, PlayerBet, RoundView } from "../../engine/view";
import type { CrashAnswer } from "../page-data";

type Accepted = Extract<CrashAnswer, { ok: true }>;

/** An open bet counts as lost at the crash, until the server sends its result. */
export const betAt = (phase: RoundView["phase"] | undefined, bet: PlayerBet | null): PlayerBet | null =>
	bet?.status === "active" && phase === "crashed" ? { ...bet, status: "lost", payout: 0 } : bet;

/** A new round begins without the previous bet; an open bet that arrives before the round belongs to it. */
export const betInRound = (
	before: RoundView | null | undefined,
	after: RoundView | null,
	bet: PlayerBet | null,
): PlayerBet | null =>
	before?.id !== after?.id && bet?.status !== "active" ? null : betAt(after?.phase, bet);

/** What an answer to a form makes of the bet. Answers may come late: they never undo what is known since. */
export function betAfterAnswer({ did, bet }: Accepted, known: PlayerBet | null): PlayerBet | null {
	if (did === "cancelled") return known?.status === "active" ? null : known;
	if (!bet) return known;
	if (bet.status === "active") return known?.status === "active" || known?.id === bet.id ? known : bet;
	return known?.id === bet.id ? bet : known;
}

/** What is known of the table when a bet is gone from it. */
interface Table {
	roundId: string | undefined;
	isActive: boolean;
	history: readonly PastRound[];
}

/**
 * A bet that was open and is gone without a word: its round was called off and the stake given back,
 * unless the player took it back, or the round has ended unseen.
 */
export function calledOff(
	before: PlayerBet | null,
	betRound: string | undefined,
	{ roundId, isActive, history }: Table,
): PlayerBet | null {
	if (before?.status !== "active") return null;
	const isTakenBack = roundId === betRound && isActive;
	if (isTakenBack || history.some(({ id }) => id === betRound)) return null;
	return { ...before, status: "refunded", payout: before.stake };
}

/** Past rounds, newest first, with one that has crashed. */
export function withPastRound(
	history: readonly PastRound[],
	{ id, phase, multiplier }: RoundView,
	kept: number,
): PastRound[] {
	const isNews = phase === "crashed" && !history.some((past) => past.id === id);
	return (isNews ? [{ id, crashPoint: multiplier }, ...history] : [...history]).slice(0, kept);
}
