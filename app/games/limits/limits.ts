/**
 * Rules of responsible play: a daily loss limit, and breaks. A tighter setting applies immediately; a looser one
 * applies 24 hours later, so that a player cannot undo it while playing. The functions are pure: they return new
 * limits. Instants are Unix time in ms.
 */
import { DomainError } from "~/forms/domain-error";

export const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Delay in ms before a looser setting applies. */
export const WAIT_MS = DAY_MS;
/** Duration of each break in ms. */
export const BREAKS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
export type BreakLength = keyof typeof BREAKS;
export const BREAK_LENGTHS = Object.keys(BREAKS) as [BreakLength, ...BreakLength[]];
export const MAX_DAILY_LOSS = 1_000_000_000;

/** A player's settings. Instants are Unix time in ms. */
export interface Limits {
	/** Points that may be lost in a day; null for no limit. */
	readonly dailyLoss: number | null;
	/** The looser limit that replaces it, and from which instant. */
	readonly next: { readonly dailyLoss: number | null; readonly from: number } | null;
	readonly breakUntil: number | null;
}

export const NO_LIMITS: Limits = { dailyLoss: null, next: null, breakUntil: null };

const amountOf = (dailyLoss: number | null): number => dailyLoss ?? Number.POSITIVE_INFINITY;

/** Returns the limits at an instant: a due looser limit replaces the current one, and a past break is removed. */
export function limitsAt({ dailyLoss, next, breakUntil }: Limits, now: number): Limits {
	const isDue = next !== null && next.from <= now;
	return {
		dailyLoss: isDue ? next.dailyLoss : dailyLoss,
		next: isDue ? null : next,
		breakUntil: breakUntil !== null && breakUntil > now ? breakUntil : null,
	};
}

/**
 * Sets the daily loss limit. A tighter or equal one applies now and discards a pending looser one. A looser one applies
 * after {@link WAIT_MS}; if it is not looser than the pending one, it keeps that one's instant.
 * @param wanted points per day; null for no limit.
 */
export function setDailyLoss(limits: Limits, wanted: number | null, now: number): Limits {
	const current = limitsAt(limits, now);
	const { next } = current;
	if (amountOf(wanted) <= amountOf(current.dailyLoss)) return { ...current, dailyLoss: wanted, next: null };
	const isWaiting = next !== null && amountOf(wanted) <= amountOf(next.dailyLoss);
	// The pending instant is more than WAIT_MS away only if the clock was ahead when it was stored.
	const from = isWaiting ? Math.min(next.from, now + WAIT_MS) : now + WAIT_MS;
	return { ...current, next: { dailyLoss: wanted, from } };
}

/** Starts a break now, or extends the current one. A break that would end earlier has no effect. */
export function startBreak(limits: Limits, length: BreakLength, now: number): Limits {
	const current = limitsAt(limits, now);
	return { ...current, breakUntil: Math.max(current.breakUntil ?? 0, now + BREAKS[length]) };
}

/** Ends a break {@link WAIT_MS} from now. Has no effect without a break, or if it ends earlier. */
export function endBreak(limits: Limits, now: number): Limits {
	const current = limitsAt(limits, now);
	return { ...current, breakUntil: current.breakUntil && Math.min(current.breakUntil, now + WAIT_MS) };
}

/** @throws {DomainError} `betTooHigh` if a stake exceeds the maximum bet of its game, which is undefined without one. */
export function checkMaxBet(stake: number, max: number | undefined): void {
	if (max !== undefined && stake > max) throw new DomainError("betTooHigh", { max });
}

/**
 * Checks a stake against the limits. A stake counts as lost until its round has paid.
 * @param lost points lost today before this stake; negative when more was won.
 * @throws {DomainError} `onBreak`; `lossLimitReached` if `lost` plus `stake` exceeds the limit.
 */
export function checkStake(
	limits: Limits,
	{ stake, lost, now }: { stake: number; lost: number; now: number },
): void {
	const { dailyLoss, breakUntil } = limitsAt(limits, now);
	if (breakUntil !== null) throw new DomainError("onBreak");
	if (dailyLoss !== null && lost + stake > dailyLoss) throw new DomainError("lossLimitReached");
}
