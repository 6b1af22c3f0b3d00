import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	ageOf,
	formatDay,
	formatDecimals,
	formatEuros,
	formatExactMultiplier,
	formatMultiplier,
	formatPercent,
	formatPoints,
	formatSeconds,
} from "~/i18n/format";
import { propertySeed } from "../../support/test-size";

/** Replaces the non-breaking spaces of Portuguese digit groups. */
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("points", () => {
	it.each([
		[0, "0", "0"],
		[999, "999", "999"],
		[1000, "1 000", "1,000"],
		[1_234_567, "1 234 567", "1,234,567"],
		[-1500, "-1 500", "-1,500"],
	])("%i are formatted as %s and %s", (points, pt, en) => {
		expect(spaced(formatPoints(points, "pt"))).toBe(pt);
		expect(formatPoints(points, "en")).toBe(en);
	});
});

describe("a multiplier", () => {
	it.each([
		[10, "0,1x", "0.1x"],
		[100, "1x", "1x"],
		[170, "1,7x", "1.7x"],
		[101, "1,01x", "1.01x"],
		[100_000, "1\u00a0000x", "1,000x"],
	])("of %i hundredths is formatted as %s and %s", (hundredths, pt, en) => {
		expect(formatMultiplier(hundredths, "pt")).toBe(pt);
		expect(formatMultiplier(hundredths, "en")).toBe(en);
	});
});

describe("a percentage", () => {
	it.each([
		[0.9955, "99,55%", "99.55%"],
		[0.99, "99,0%", "99.0%"],
		[0.0005, "0,05%", "0.05%"],
		[1, "100,0%", "100.0%"],
	])("of %d is formatted as %s and %s", (share, pt, en) => {
		expect(spaced(formatPercent(share, "pt"))).toBe(pt);
		expect(formatPercent(share, "en")).toBe(en);
	});
});

describe("the age of a win", () => {
	const now = new Date("2026-03-04T12:00:00.000Z");
	const ago = (milliseconds: number) => ageOf(new Date(now.getTime() - milliseconds), now);
	const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

	it.each([
		[0, "now", 0],
		[-5 * SECOND, "now", 0],
		[MINUTE - 1, "now", 0],
		[MINUTE, "minutes", 1],
		[HOUR - 1, "minutes", 59],
		[HOUR, "hours", 1],
		[24 * HOUR - 1, "hours", 23],
		[24 * HOUR, "days", 1],
	])("of %i ms is %s %i", (milliseconds, unit, count) => {
		expect(ago(milliseconds)).toEqual({ unit, count });
	});
});

it.each([
	["2026-03-04T23:30:00.000Z", "Europe/Lisbon", "4 Mar 2026", "04/03/2026"],
	["2026-07-04T23:30:00.000Z", "Europe/Lisbon", "5 Jul 2026", "05/07/2026"],
	["2026-03-04T23:30:00.000Z", "Asia/Kolkata", "5 Mar 2026", "05/03/2026"],
])("the day of %s in %s is formatted as %s and %s", (instant, zone, en, pt) => {
	expect(formatDay(new Date(instant), "en", zone)).toBe(en);
	expect(formatDay(new Date(instant), "pt", zone)).toBe(pt);
});

describe("a number on a page", () => {
	const number = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true });
	const decimals = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));

	it.each([
		["pt", "pt-PT"],
		["en", "en-GB"],
	] as const)("in %s is formatted as Intl does for %s", (language, locale) => {
		fc.assert(
			fc.property(number, decimals, (value, [least, more]) => {
				const most = least + more;
				// Intl rounds the shortest decimal text of a number, and toFixed its exact value: halves may differ.
				const exact = Number(value.toFixed(most)) || 0;
				const intl = new Intl.NumberFormat(locale, {
					useGrouping: true,
					minimumFractionDigits: least,
					maximumFractionDigits: most,
				});
				expect(formatDecimals(exact, language, least, most)).toBe(intl.format(exact));
			}),
			{ seed: propertySeed(1) },
		);
	});

	it.each([
		[1234.5, "1\u00a0234,50\u00a0€", "€1,234.50"],
		[-0.5, "-0,50\u00a0€", "-€0.50"],
	])("of %d euros is %s and %s", (amount, pt, en) => {
		expect(formatEuros(amount, "pt")).toBe(pt);
		expect(formatEuros(amount, "en")).toBe(en);
	});
});

it.each([
	[100, "1.00x", "1,00x"],
	[231.99, "2.31x", "2,31x"],
	[100_000, "1,000.00x", "1\u00a0000,00x"],
])("a multiplier of %d hundredths is formatted as %s, in Portuguese as %s", (hundredths, en, pt) => {
	expect(formatExactMultiplier(hundredths, "en")).toBe(en);
	expect(formatExactMultiplier(hundredths, "pt")).toBe(pt);
});

it.each([
	[0, "0.0 s", "0,0 s"],
	[1, "0.1 s", "0,1 s"],
	[10_000, "10.0 s", "10,0 s"],
	[9_901, "10.0 s", "10,0 s"],
	[9_900, "9.9 s", "9,9 s"],
])("%d remaining ms are formatted as %s, in Portuguese as %s", (ms, en, pt) => {
	expect(formatSeconds(ms, "en")).toBe(en);
	expect(formatSeconds(ms, "pt")).toBe(pt);
});
