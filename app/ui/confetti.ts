/**
 * Throws confetti over the whole page: see `confetti-bursts.ts`, which is loaded then. Does nothing under reduced motion, or if its
 * code cannot be loaded: what it celebrates is complete without it.
 * @param size multiples of the stake.
 */
export function throwConfetti(size: number): void {
	if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
	import("./confetti-bursts").then(({ throwBursts }) => throwBursts(size)).catch(() => undefined);
}
