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

const MINUTE_MS = 60_000;
/** The date of a minute, because each page asks for that of the current one. A day begins with a minute. */
let latest = { timeZone: "", minute: Number.NaN, date: "" };

/** The local date at `instant`, as `YYYY-MM-DD`. @param timeZone an IANA name; any other throws a RangeError. */
export function dateIn(timeZone: string, instant: Date): string {
	const minute = Math.floor(instant.getTime() / MINUTE_MS);
	if (latest.minute !== minute || latest.timeZone !== timeZone) {
		const date = new Date(wallClock(timeZone, instant.getTime())).toISOString().slice(0, 10);
		latest = { timeZone, minute, date };
	}
	return latest.date;
}

/** The date some days after another, such as `2026-11-23`. */
export const dayAfter = (day: string, days = 1): string =>
	new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The start of the local day of `timeZone` (an IANA name) that contains `now`. */
export function midnightIn(timeZone: string, now: Date): Date {
	const wallMidnight = new Date(wallClock(timeZone, now.getTime())).setUTCHours(0, 0, 0, 0);
	// The UTC offset at midnight may differ from the offset at `now`. The second pass uses the offset at the first guess.
	const guess = wallMidnight - (wallClock(timeZone, wallMidnight) - wallMidnight);
	const midnight = wallMidnight - (wallClock(timeZone, guess) - guess);
	// Where a daylight saving change skips midnight, the day begins at the change.
	return new Date(wallClock(timeZone, midnight) < wallMidnight ? guess : midnight);
}

/** The start of the next local day of `timeZone` (an IANA name) after the one that contains `now`. */
export function nextMidnightIn(timeZone: string, now: Date): Date {
	// No local day is shorter than 22 or longer than 26 hours.
	const HOUR_MS = 3_600_000;
	return midnightIn(timeZone, new Date(midnightIn(timeZone, now).getTime() + 27 * HOUR_MS));
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Whether a text is a local date and time as a form sends it, such as `2026-11-28T21:30`, of an existing day. */
export function isLocalTime(text: string): boolean {
	if (!LOCAL_TIME.test(text)) return false;
	const wall = new Date(`${text}Z`);
	return !Number.isNaN(wall.getTime()) && wall.toISOString().startsWith(text);
}

/** The instant of a local date and time of `timeZone`, which {@link isLocalTime} accepts. A skipped hour is moved by the change. */
export function instantIn(timeZone: string, localTime: string): Date {
	const wall = Date.parse(`${localTime}Z`);
	const guess = wall - (wallClock(timeZone, wall) - wall);
	return new Date(wall - (wallClock(timeZone, guess) - guess));
}

/** The local date and time of `timeZone` at `instant` to the minute, such as `2026-11-28T21:30`. */
export const localTimeIn = (timeZone: string, instant: Date): string =>
	new Date(wallClock(timeZone, instant.getTime())).toISOString().slice(0, 16);
