const clocks = new Map<string, Intl.DateTimeFormat>();

/** Building a clock costs far more than reading it. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
	const clock =
		clocks.get(timeZone) ??
		new Intl.DateTimeFormat("en-GB", {
			timeZone,
			hourCycle: "h23",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric",
		});
	clocks.set(timeZone, clock);
	return clock;
}

/** What the clock on the wall of `timeZone` shows, as if it were UTC. */
function wallClock(timeZone: string, instant: number): number {
	const parts = Object.fromEntries(
		clockIn(timeZone)
			.formatToParts(instant)
			.map(({ type, value }) => [type, Number(value)]),
	) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
	return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** The date on the wall of `timeZone`, such as 2026-03-29. */
export const dateIn = (timeZone: string, instant: Date): string =>
	new Date(wallClock(timeZone, instant.getTime())).toISOString().slice(0, 10);

/** The last midnight in `timeZone` at or before `now`. */
export function midnightIn(timeZone: string, now: Date): Date {
	const wallMidnight = new Date(wallClock(timeZone, now.getTime())).setUTCHours(0, 0, 0, 0);
	// The offset at midnight may not be today's; the second pass uses the one in force there.
	const guess = wallMidnight - (wallClock(timeZone, wallMidnight) - wallMidnight);
	const midnight = wallMidnight - (wallClock(timeZone, guess) - guess);
	// Where the clocks skip midnight the day begins at the skip.
	return new Date(wallClock(timeZone, midnight) < wallMidnight ? guess : midnight);
}
