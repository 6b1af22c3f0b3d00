/**
 * Converts a moment of `performance.now()` in ms to epoch ms: the wall clock at process start plus the monotonic time
 * since. The result is monotonic within a process, so it orders events within a process and across restarts.
 */
export const instantOf = (moment: number): number => performance.timeOrigin + moment;
