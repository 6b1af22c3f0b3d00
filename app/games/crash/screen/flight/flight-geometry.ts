/**
 * Positions on the stage of a flight, as fractions of its width and height, y downwards. They depend only on the
 * displayed multiplier (in hundredths), so that server, still picture and canvas draw the same.
 */
import { START } from "../../engine/curve";
import { momentOnLine, multiplierOnLine } from "./ladder-line";

export interface Place {
	x: number;
	y: number;
}

/** The ranges of the axes: they end at `ends` ms and at the multiplier `top`, in hundredths. */
export interface View {
	ends: number;
	top: number;
}

export const PLOT = { left: 0.09, right: 0.96, top: 0.1, bottom: 0.86 };
const MIN_SPAN_MS = 6000;
const LOWEST_TOP = 250;
/** The fraction of each axis that the rocket reaches before the axis grows. */
const REACH = { x: 0.86, y: 0.8 };
const CURVE_POINTS = 40;
/** Growth of the curve's upward bend per second of flight. */
const BEND = 0.075;
/** In the first ms of flight, the rocket already has the direction that it has after this time. */
const MIN_TILT_MS = 400;

/** The ranges of the axes at a multiplier: both grow with the flight, from a minimum. */
export function viewAt(multiplier: number): View {
	const flown = momentOnLine(multiplier);
	return {
		ends: Math.max(MIN_SPAN_MS, flown / REACH.x),
		top: Math.max(LOWEST_TOP, START + (multiplier - START) / REACH.y),
	};
}

/** The position of a point of the plot, `elapsed` ms after the start. */
export function placeOf({ ends, top }: View, elapsed: number, multiplier: number): Place {
	const { left, right, bottom } = PLOT;
	return {
		x: left + (right - left) * (elapsed / ends),
		y: bottom - (bottom - PLOT.top) * ((multiplier - START) / (top - START)),
	};
}

/**
 * The points of the flown curve, from the start to the multiplier. The ladder's small steps would give it corners, so
 * it is drawn as one smooth curve to the same end.
 */
export function curveTo(view: View, multiplier: number): Place[] {
	const flown = momentOnLine(multiplier);
	return Array.from({ length: CURVE_POINTS + 1 }, (_, at) =>
		onBend(view, flown, multiplier, at / CURVE_POINTS),
	);
}

/**
 * The point of the flown curve at which the flight had a multiplier.
 * @param multiplier the current one. @param reached at most the current one.
 */
export function placeOnCurve(view: View, multiplier: number, reached: number): Place {
	const flown = momentOnLine(multiplier);
	return onBend(view, flown, multiplier, flown > 0 ? momentOnLine(reached) / flown : 0);
}

/**
 * The rocket's position and its angle in radians, clockwise from pointing right.
 * @param aspect the stage's width divided by its height.
 */
export function rocketAt(view: View, multiplier: number, aspect: number): Place & { angle: number } {
	const flown = Math.max(MIN_TILT_MS, momentOnLine(multiplier));
	const reached = Math.max(multiplier, multiplierOnLine(MIN_TILT_MS));
	const at = placeOf(view, momentOnLine(multiplier), multiplier);
	const behind = onBend(view, flown, reached, 0.98);
	const end = onBend(view, flown, reached, 1);
	return { ...at, angle: Math.atan2(end.y - behind.y, (end.x - behind.x) * aspect) };
}

function onBend(view: View, flown: number, multiplier: number, part: number): Place {
	const bend = (BEND * flown) / 1000;
	const risen = flown > 0 ? Math.expm1(bend * part) / Math.expm1(bend) : 0;
	return placeOf(view, flown * part, START + (multiplier - START) * risen);
}

const STEPS = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const SECONDS = [1, 2, 5, 10, 20, 30, 60];
const MAX_LINES = 5;

/** The multipliers, in hundredths, that have a horizontal grid line. */
export function linesOf({ top }: View): number[] {
	const step = STEPS.find((size) => (top - START) / size <= MAX_LINES) ?? 100_000;
	const first = Math.ceil((START + 1) / step) * step;
	return stepsUpTo(first, top, step);
}

/** The seconds of flight that are labelled on the time axis. */
export function secondsOf({ ends }: View): number[] {
	const step = SECONDS.find((size) => ends / 1000 / size <= MAX_LINES + 1) ?? 120;
	return stepsUpTo(step, ends / 1000, step);
}

/** The numbers from `first` to `last`, both included. */
function stepsUpTo(first: number, last: number, step: number): number[] {
	const values: number[] = [];
	for (let value = first; value <= last; value += step) values.push(value);
	return values;
}
