const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached formatter: constructing an Intl.DateTimeFormat costs far more than formatting with it. */
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

/** The local date and time of `timeZone` at `instant` (epoch ms), encoded as the epoch ms of the same date and time in UTC. */
function wallClock(timeZone: string, instant: number): number {
	const parts = Object.fromEntries(
		clockIn(timeZone)
			.formatToParts(instant)
			.map(({ type, value }) => [type, Number(value)]),
	) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
	return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** The local date of `timeZone` at `instant`, as `YYYY-MM-DD`. */
export const dateIn = (timeZone: string, instant: Date): string =>
	new Date(wallClock(timeZone, instant.getTime())).toISOString().slice(0, 10);

/** The start of the local day of `timeZone` that contains `now`. */
export function midnightIn(timeZone: string, now: Date): Date {
	const wallMidnight = new Date(wallClock(timeZone, now.getTime())).setUTCHours(0, 0, 0, 0);
	// The UTC offset at midnight may differ from the offset at `now`. The second pass uses the offset at the first guess.
	const guess = wallMidnight - (wallClock(timeZone, wallMidnight) - wallMidnight);
	const midnight = wallMidnight - (wallClock(timeZone, guess) - guess);
	// Where a daylight saving change skips midnight, the day begins at the change.
	return new Date(wallClock(timeZone, midnight) < wallMidnight ? guess : midnight);
}
