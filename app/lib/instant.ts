/** How far this process's clock is ahead of the clock that the processes of the site share, in ms. */
let aheadMs = () => 0;

/** Sets the correction of {@link instantOf} to the clock that the processes of a site share. */
export function followClock(ahead: () => number): void {
	aheadMs = ahead;
}

/**
 * Converts a moment of `performance.now()` in ms to epoch ms: the wall clock at process start plus the monotonic time
 * since, corrected to the shared clock. The result orders events within a process, across restarts, and of several processes
 * to within a few ms.
 */
export const instantOf = (moment: number): number => performance.timeOrigin + moment - aheadMs();
