/**
 * The rules of taking care: a limit of what may be lost in a day, and breaks. What is tighter counts at
 * once, what is looser a day later: nobody undoes in the heat what they decided in the cool.
 */
import { DomainError } from "~/forms/domain-error";

export const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How long anything looser waits. */
export const WAIT_MS = DAY_MS;
export const BREAKS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
export type BreakLength = keyof typeof BREAKS;
export const BREAK_LENGTHS = Object.keys(BREAKS) as [BreakLength, ...BreakLength[]];
export const MAX_DAILY_LOSS = 1_000_000_000;

/** What a player has set. Instants are ms since 1970. */
export interface Limits {
	/** Points that may be lost in a day; null for no limit. */
	readonly dailyLoss: number | null;
	/** What takes its place later. */
	readonly next: { readonly dailyLoss: number | null; readonly from: number } | null;
	readonly breakUntil: number | null;
}

/** What a player has set, ready to be read. */
export interface LimitsPage {
	/** Points of today, below 0 when more was won. */
	lost: number;
	dailyLoss: number | null;
	/** The looser limit that waits, and when it comes into force. */
	next: { dailyLoss: number | null; from: string } | null;
	breakUntil: string | undefined;
	/** A break that ends soon anyhow cannot be ended sooner. */
	canEndBreak: boolean;
	/** The breaks that would make it an hour longer at least. */
	breaks: BreakLength[];
}

export const NO_LIMITS: Limits = { dailyLoss: null, next: null, breakUntil: null };

const amountOf = (dailyLoss: number | null): number => dailyLoss ?? Number.POSITIVE_INFINITY;

/** What holds at a moment, and what is still to come. */
export function limitsAt({ dailyLoss, next, breakUntil }: Limits, now: number): Limits {
	const isDue = next !== null && next.from <= now;
	return {
		dailyLoss: isDue ? next.dailyLoss : dailyLoss,
		next: isDue ? null : next,
		breakUntil: breakUntil !== null && breakUntil > now ? breakUntil : null,
	};
}

/** A looser limit waits; asked for again, or for less of it, it waits no longer than before. */
export function setDailyLoss(limits: Limits, wanted: number | null, now: number): Limits {
	const held = limitsAt(limits, now);
	if (amountOf(wanted) <= amountOf(held.dailyLoss)) return { ...held, dailyLoss: wanted, next: null };
	const isWaiting = held.next !== null && amountOf(wanted) <= amountOf(held.next.dailyLoss);
	const from = isWaiting && held.next ? held.next.from : now + WAIT_MS;
	return { ...held, next: { dailyLoss: wanted, from } };
}

/** A break is never shortened by another. */
export function startBreak(limits: Limits, length: BreakLength, now: number): Limits {
	const held = limitsAt(limits, now);
	return { ...held, breakUntil: Math.max(held.breakUntil ?? 0, now + BREAKS[length]) };
}

/** Without a break, or with one that is over sooner, nothing changes. */
export function endBreak(limits: Limits, now: number): Limits {
	const held = limitsAt(limits, now);
	return { ...held, breakUntil: held.breakUntil && Math.min(held.breakUntil, now + WAIT_MS) };
}

/**
 * Whether a stake may be made: it counts as lost until its round has paid.
 * @param lost on this day before it, below 0 when more was won.
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
