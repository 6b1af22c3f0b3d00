/**
 * What a browser shows of a phase between the server's words. All times are ms on the browser's own
 * clock, whose zero means nothing. A word is late by its journey, never early: the earliest start that
 * the words allow is the closest to the truth.
 */
import { START, TICK_MS } from "../../engine/curve";
import { multiplierOnLine } from "./ladder-line";

/** Without a tick for this long, the connection counts as lost; longer for slow ticks. */
const SILENCE_MS = 1500;
const SILENT_TICKS = 3;

/** When a phase began, by this browser's clock. */
export interface PhaseClock {
	start: number;
}

export const startPhase = (now: number, elapsed: number): PhaseClock => ({ start: now - elapsed });

/** Another word on the same phase: it counts if it travelled faster. */
export function anchor(clock: PhaseClock, now: number, elapsed: number): void {
	clock.start = Math.min(clock.start, now - elapsed);
}

export const elapsedAt = ({ start }: PhaseClock, now: number): number => Math.max(0, now - start);

export interface FlightClock extends PhaseClock {
	/** How far apart the ticks are. */
	interval: number;
	/** Hundredths: the last multiplier from the server, the maximum that is displayed. */
	ceiling: number;
	heardAt: number;
	/** The most that was shown: a flight never falls. */
	shown: number;
	/** Where it ended, once that is known. */
	end: number | undefined;
}

export const startFlight = (now: number, elapsed: number, multiplier: number): FlightClock => ({
	...startPhase(now, elapsed),
	interval: TICK_MS,
	ceiling: multiplier,
	heardAt: now,
	shown: START,
	end: undefined,
});

export function hearTick(
	clock: FlightClock,
	now: number,
	elapsed: number,
	multiplier: number,
	interval: number,
): void {
	anchor(clock, now, elapsed);
	clock.interval = interval;
	clock.ceiling = Math.max(clock.ceiling, multiplier);
	clock.heardAt = now;
}

export function endFlight(clock: FlightClock, multiplier: number): void {
	clock.end = multiplier;
}

/**
 * The multiplier to show, in hundredths with a fraction. It runs one tick behind the server, so that it
 * moves evenly between two ticks and has the second one's value just when the third arrives.
 */
export function multiplierShown(clock: FlightClock, now: number): number {
	if (clock.end !== undefined) return clock.end;
	const reached = Math.min(multiplierOnLine(now - clock.start - clock.interval), clock.ceiling);
	clock.shown = Math.max(clock.shown, reached);
	return clock.shown;
}

/** Whether the server has fallen silent in the middle of a flight. */
export const isSilent = ({ end, heardAt, interval }: FlightClock, now: number): boolean =>
	end === undefined && now - heardAt > Math.max(SILENCE_MS, SILENT_TICKS * interval);
