/**
 * The progress of a phase in the browser between two events of the server. Times are ms of `performance.now()`.
 * Multipliers are hundredths. An event is late by its transmission and never early, so the earliest start that
 * any event implies is the most accurate one. The functions change the clock in place.
 */
import { START, TICK_MS } from "../../engine/curve";
import { multiplierOnLine } from "./ladder-line";

/** Without a tick for this long, the connection counts as lost; longer for slow ticks. */
const SILENCE_MS = 1000;
const SILENT_TICKS = 3;
/** A tick that is overdue by more ms shows that the connection, or the site, is too slow for reactions in time. */
const SLOW_MS = 500;
/** How long the connection counts as slow after such a tick. */
const SLOW_FOR_MS = 10_000;
/** A tick that is later than the fastest one by more ms means that the server has held the flight. */
const HELD_MS = 250;

/** The start of a phase by the browser's clock. */
export interface PhaseClock {
	start: number;
}

/** @param now when the event arrived. @param elapsed ms of the phase, from the event. */
export const startPhase = (now: number, elapsed: number): PhaseClock => ({ start: now - elapsed });

/** Corrects the start by another event of the same phase, if that event was transmitted faster. */
export function anchor(clock: PhaseClock, now: number, elapsed: number): void {
	clock.start = Math.min(clock.start, now - elapsed);
}

/** ms since the phase began, 0 at least. */
export const elapsedAt = ({ start }: PhaseClock, now: number): number => Math.max(0, now - start);

export interface FlightClock extends PhaseClock {
	/** Current ms between two ticks. */
	interval: number;
	/** Hundredths: the last multiplier from the server, the maximum that is displayed. */
	ceiling: number;
	lastTickAt: number;
	/** Until when the connection counts as slow. */
	slowUntil: number;
	/** The highest multiplier that was displayed: it never decreases. */
	displayed: number;
	/** The crash point, once it is known. */
	end: number | undefined;
}

/** @param elapsed ms of the flight. @param multiplier the server's current one, both from the event. */
export const startFlight = (now: number, elapsed: number, multiplier: number): FlightClock => ({
	...startPhase(now, elapsed),
	interval: TICK_MS,
	ceiling: multiplier,
	lastTickAt: now,
	slowUntil: Number.NEGATIVE_INFINITY,
	displayed: START,
	end: undefined,
});

/**
 * Applies a tick that arrived at `now`. The server holds a flight while its process stalls, so that later ticks imply a later
 * start.
 * @param interval ms until the next tick.
 */
export function applyTick(
	clock: FlightClock,
	now: number,
	elapsed: number,
	multiplier: number,
	interval: number,
): void {
	if (isOverdue(clock, now)) clock.slowUntil = now + SLOW_FOR_MS;
	if (now - elapsed - clock.start > HELD_MS) clock.start = now - elapsed;
	anchor(clock, now, elapsed);
	clock.interval = interval;
	clock.ceiling = Math.max(clock.ceiling, multiplier);
	clock.lastTickAt = now;
}

/** Ends the flight at its crash point, which is displayed from then on. */
export function endFlight(clock: FlightClock, multiplier: number): void {
	clock.end = multiplier;
}

/**
 * The multiplier to display, in hundredths with a fraction. It runs one tick behind the server, so that it moves
 * evenly between two ticks. It never decreases, and never exceeds the server's last multiplier.
 */
export function displayedMultiplier(clock: FlightClock, now: number): number {
	if (clock.end !== undefined) return clock.end;
	const reached = Math.min(multiplierOnLine(now - clock.start - clock.interval), clock.ceiling);
	clock.displayed = Math.max(clock.displayed, reached);
	return clock.displayed;
}

const isOverdue = ({ lastTickAt, interval }: FlightClock, now: number): boolean =>
	now - lastTickAt - interval > SLOW_MS;

/** How the stream of a flight arrives: `slow` is too slow to react in time, `silent` means that the connection is lost. */
export type Signal = "good" | "slow" | "silent";

/** The signal at `now`; good after the end of the flight. */
export function signalOf(clock: FlightClock, now: number): Signal {
	const { end, lastTickAt, interval, slowUntil } = clock;
	if (end !== undefined) return "good";
	if (now - lastTickAt > Math.max(SILENCE_MS, SILENT_TICKS * interval)) return "silent";
	return now < slowUntil || isOverdue(clock, now) ? "slow" : "good";
}
