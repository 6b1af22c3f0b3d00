/** The ladder with interpolated steps, for drawing. Multipliers are hundredths with a fraction. */
import { LADDER, START, TICK_MS, tickOf } from "../../engine/curve";

/** The interpolated multiplier after `elapsed` ms of flight; 100 before the start, the ladder's end at most. */
export function multiplierOnLine(elapsed: number): number {
	const place = Math.max(0, elapsed) / TICK_MS;
	const tick = Math.min(Math.floor(place), LADDER.length - 1);
	const from = LADDER[tick] ?? START;
	const to = LADDER[tick + 1] ?? from;
	return from + (to - from) * (place - tick);
}

/** The inverse of {@link multiplierOnLine}: the ms of flight until a multiplier. */
export function momentOnLine(multiplier: number): number {
	const tick = tickOf(multiplier);
	const to = LADDER[tick] ?? START;
	const from = LADDER[tick - 1] ?? START;
	const part = to > from ? (Math.min(multiplier, to) - from) / (to - from) : 0;
	return Math.max(0, (tick - 1 + part) * TICK_MS);
}
