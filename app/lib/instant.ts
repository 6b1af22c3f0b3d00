/**
 * Orders what this process did, and what it did before a restart: `performance.now()` counted from the
 * wall clock as it was when the process started. It never goes back while the process runs.
 */
export const instantOf = (moment: number): number => performance.timeOrigin + moment;
