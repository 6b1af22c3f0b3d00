import { describe, expect, it } from "vitest";
import { dateIn, instantIn, isLocalTime, localTimeIn, midnightIn, nextMidnightIn } from "~/lib/calendar";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Oracle: searches for the first minute with the same calendar day in the zone as `now`. */
function firstMinuteOfDay(timeZone: string, now: Date): Date {
	const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
	const day = calendar.format(now);
	let [before, within] = [now.getTime() - 27 * HOUR, now.getTime()];
	while (within - before > MINUTE) {
		const middle = Math.floor((before + within) / 2 / MINUTE) * MINUTE;
		if (calendar.format(middle) === day) within = middle;
		else before = middle;
	}
	return new Date(Math.ceil(within / MINUTE) * MINUTE);
}

/** Every 20 minutes from the day before to the day after, and the milliseconds before each hour. */
function* instantsAround(date: string) {
	const noon = Date.parse(`${date}T12:00:00.000Z`);
	for (let at = noon - 40 * HOUR; at <= noon + 40 * HOUR; at += 20 * MINUTE) {
		yield new Date(at);
		if (at % HOUR === 0) yield new Date(at - 1);
	}
}

/** Around clock changes, some of them at midnight, and in half-hour offsets. */
it.each([
	["Europe/Lisbon", "2026-03-29"],
	["Europe/Lisbon", "2026-10-25"],
	["Asia/Kathmandu", "2026-03-04"],
	["Australia/Lord_Howe", "2026-04-05"],
	["Pacific/Kiritimati", "2026-01-01"],
	["UTC", "2028-02-29"],
	["Atlantic/Azores", "2026-10-25"],
	["America/Havana", "2026-03-08"],
	["Africa/Cairo", "2026-04-24"],
])("midnight is computed correctly in %s around %s", (timeZone, date) => {
	for (const now of instantsAround(date)) {
		const found = midnightIn(timeZone, now).toISOString();
		expect(found, `at ${now.toISOString()}`).toBe(firstMinuteOfDay(timeZone, now).toISOString());
	}
});

it.each([
	["Europe/Lisbon", "2026-03-28T23:59:59.999Z", "2026-03-28"],
	["Europe/Lisbon", "2026-03-29T23:00:00.000Z", "2026-03-30"],
	["Asia/Kolkata", "2026-12-31T18:30:00.000Z", "2027-01-01"],
	["America/New_York", "2028-03-01T04:59:59.999Z", "2028-02-29"],
])("the date in %s at %s is %s", (zone, now, date) => {
	expect(dateIn(zone, new Date(now))).toBe(date);
});

it.each([
	["2026-11-22T23:15:00Z", "Europe/Lisbon", "2026-11-23T00:00:00.000Z"],
	["2026-03-29T00:30:00Z", "Europe/Lisbon", "2026-03-29T23:00:00.000Z"],
	["2026-10-24T23:30:00Z", "Europe/Lisbon", "2026-10-26T00:00:00.000Z"],
	["2026-06-01T12:00:00Z", "America/New_York", "2026-06-02T04:00:00.000Z"],
])("the day of %s in %s ends at %s", (now, zone, midnight) => {
	expect(nextMidnightIn(zone, new Date(now)).toISOString()).toBe(midnight);
});

describe("a local date and time", () => {
	it.each([
		["Europe/Lisbon", "2026-07-01T21:30", "2026-07-01T20:30:00.000Z"],
		["Europe/Lisbon", "2026-12-01T21:30", "2026-12-01T21:30:00.000Z"],
		["America/New_York", "2026-07-01T00:00", "2026-07-01T04:00:00.000Z"],
		["Asia/Kolkata", "2026-01-01T00:10", "2025-12-31T18:40:00.000Z"],
		// The offset at 05:00 UTC is still that of the winter.
		["America/New_York", "2026-03-08T05:00", "2026-03-08T09:00:00.000Z"],
	])("of %s, %s, is the instant %s, and the reverse", (zone, local, instant) => {
		expect(instantIn(zone, local).toISOString()).toBe(instant);
		expect(localTimeIn(zone, new Date(instant))).toBe(local);
	});

	it("in the hour that a daylight saving change skips is moved by the change", () => {
		const instant = instantIn("Europe/Lisbon", "2026-03-29T01:30");
		expect(["2026-03-29T00:30", "2026-03-29T02:30"]).toContain(localTimeIn("Europe/Lisbon", instant));
	});

	it.each(["", "2026-02-30T10:00", "2026-01-01", "2026-01-01T24:00", "2026-01-01T10:00:00", "x"])(
		"is not %j",
		(text) => expect(isLocalTime(text)).toBe(false),
	);
});
