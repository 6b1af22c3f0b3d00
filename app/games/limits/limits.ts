/**
 * Rules of responsible play: a daily loss limit, and breaks. A tighter setting applies at
 * once; a looser one applies 24 hours later, so that a player cannot undo it while playing.
 */
import { DomainError } from "~/forms/domain-error";

export const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Delay before a looser setting applies. */
export const WAIT_MS = DAY_MS;
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

/** A player's settings with formatted instants, for the page. */
export interface LimitsPage {
	/** Points lost today; negative when more was won. */
	lost: number;
	dailyLoss: number | null;
	/** The looser limit that applies later, and when. */
	next: { dailyLoss: number | null; from: string } | null;
	breakUntil: string | undefined;
	/** False for a break that ends within {@link WAIT_MS}. */
	canEndBreak: boolean;
	/** The breaks that would extend the current one by at least an hour. */
	breaks: BreakLength[];
}

export const NO_LIMITS: Limits = { dailyLoss: null, next: null, breakUntil: null };

const amountOf = (dailyLoss: number | null): number => dailyLoss ?? Number.POSITIVE_INFINITY;

/** @returns the limits with what applies at an instant, and what applies later. */
export function limitsAt({ dailyLoss, next, breakUntil }: Limits, now: number): Limits {
	const isDue = next !== null && next.from <= now;
	return {
		dailyLoss: isDue ? next.dailyLoss : dailyLoss,
		next: isDue ? null : next,
		breakUntil: breakUntil !== null && breakUntil > now ? breakUntil : null,
	};
}

/** Sets the limit. A looser one is delayed; a pending one that is repeated or tightened keeps its instant. */
export function setDailyLoss(limits: Limits, wanted: number | null, now: number): Limits {
	const held = limitsAt(limits, now);
	if (amountOf(wanted) <= amountOf(held.dailyLoss)) return { ...held, dailyLoss: wanted, next: null };
	const isWaiting = held.next !== null && amountOf(wanted) <= amountOf(held.next.dailyLoss);
	const from = isWaiting && held.next ? held.next.from : now + WAIT_MS;
	return { ...held, next: { dailyLoss: wanted, from } };
}

/** Starts or extends a break. A shorter one has no effect. */
export function startBreak(limits: Limits, length: BreakLength, now: number): Limits {
	const held = limitsAt(limits, now);
	return { ...held, breakUntil: Math.max(held.breakUntil ?? 0, now + BREAKS[length]) };
}

/** Ends a break {@link WAIT_MS} from now. Has no effect without a break, or if it ends earlier. */
export function endBreak(limits: Limits, now: number): Limits {
	const held = limitsAt(limits, now);
	return { ...held, breakUntil: held.breakUntil && Math.min(held.breakUntil, now + WAIT_MS) };
}

/**
 * Checks a stake against the limits. A stake counts as lost until its round has paid.
 * @param lost points lost today before this stake; negative when more was won.
 * @throws {DomainError} `onBreak`, `lossLimitReached`.
 */
export function checkStake(
	limits: Limits,
	{ stake, lost, now }: { stake: number; lost: number; now: number },
): void {
	const { dailyLoss, breakUntil } = limitsAt(limits, now);
	if (breakUntil !== null) throw new DomainError("onBreak");
	if (dailyLoss !== null && lost + stake > dailyLoss) throw new DomainError("lossLimitReached");
}
