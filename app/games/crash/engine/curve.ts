/**
 * How a flight climbs: one ladder for the server, which pays by it, and the browser, which draws it.
 * Multipliers are whole hundredths everywhere: 201 is 2.01x. Every 100 ms the multiplier m becomes
 * m + 0.02 + 0.003 m, rounded to two decimals.
 */
export const TICK_MS = 100;
export const START = 100;
/** No flight goes further than 1000.00x. */
export const MAX_MULTIPLIER = 100_000;

/** The multiplier at each tick; the last one is at least {@link MAX_MULTIPLIER}. */
export const LADDER: readonly number[] = climb();

function climb(): number[] {
	const ladder = [START];
	for (let now = START; now < MAX_MULTIPLIER; ) {
		now = Math.floor((1003 * now + 2500) / 1000);
		ladder.push(now);
	}
	return ladder;
}

/** The first tick (index in {@link LADDER}) at which the flight has reached a multiplier; at most the last tick. */
export function tickOf(multiplier: number): number {
	let low = 0;
	let high = LADDER.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((LADDER[middle] ?? 0) >= multiplier) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** The moment, in ms after the start, at which the flight reaches a multiplier. */
export const momentOf = (multiplier: number): number => tickOf(multiplier) * TICK_MS;

/** The multiplier that the flight has reached at its last tick: 1.00x before the start, the ladder's end at most. */
export function multiplierAt(elapsedMs: number): number {
	const tick = Math.max(0, Math.floor(elapsedMs / TICK_MS));
	return LADDER[Math.min(tick, LADDER.length - 1)] ?? START;
}

/** The points that a stake pays at a multiplier, rounded down. In integers, because `Math.floor(50 * 1.14)` is 56. */
export const payoutOf = (stake: number, multiplier: number): number => Math.floor((stake * multiplier) / 100);
