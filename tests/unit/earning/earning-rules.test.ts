import { describe, expect, it } from "vitest";
import { streakOn } from "~/earning/daily/streak";
import { weekOf } from "~/earning/daily/week";
import { dailyBonusOf, type EarningRules, NO_RULES, rulesOn, type Tier } from "~/earning/rules/rules";
import { earningOf, type StreamEvent } from "~/earning/rules/sources";
import { RULES as STREAM_RULES } from "./stream-site";

const AT = new Date("2026-11-23T20:00:00.000Z");
const RULES: EarningRules = {
	...{ ...STREAM_RULES, cheer: 50, daily: 20, streak: 5, streakDays: 7 },
	...{ subscriber: [120, 150, 200], everybody: 300 },
};
describe("the points for an event", () => {
	it.each<[StreamEvent, number]>([
		[{ kind: "watch", isActive: false, tier: null }, 5],
		[{ kind: "watch", isActive: true, tier: null }, 8],
		[{ kind: "watch", isActive: true, tier: 1 }, 9],
		[{ kind: "watch", isActive: true, tier: 2 }, 12],
		[{ kind: "follow" }, 50],
		[{ kind: "subscription", tier: 3 }, 2500],
		[{ kind: "resubscription", tier: 1, months: 14 }, 240],
		[{ kind: "gift", tier: 2, count: 100 }, 40_000],
		[{ kind: "raid", viewers: 37 }, 174],
		[{ kind: "cheer", bits: 199 }, 99],
	])("%j is %i", (event, points) => {
		expect(earningOf(event, RULES, AT)).toBe(points);
		expect(earningOf(event, NO_RULES, AT)).toBe(0);
	});

	it.each<[StreamEvent, number]>([
		[{ kind: "watch", isActive: true, tier: null }, 6],
		[{ kind: "follow" }, 40],
		[{ kind: "subscription", tier: 1 }, 450],
		[{ kind: "resubscription", tier: 1, months: 10 }, 180],
		[{ kind: "gift", tier: 1, count: 10 }, 2500],
		[{ kind: "raid", viewers: 37 }, 0],
		[{ kind: "cheer", bits: 199 }, 0],
	])("%j on Kick is %i", (event, points) => {
		expect(earningOf(event, rulesOn("kick", RULES), AT)).toBe(points);
		expect(rulesOn("twitch", RULES)).toBe(RULES);
	});

	it("has the highest percentage, not the product", () => {
		const paid = (tier: Tier | null, boostUntil: string) =>
			earningOf({ kind: "watch", isActive: false, tier }, { ...RULES, everybody: 180, boostUntil }, AT);
		expect(([null, 1, 3] as const).map((tier) => paid(tier, "2026-11-23T20:00:00.001Z"))).toEqual([9, 9, 10]);
		expect(paid(null, AT.toISOString())).toBe(5);
	});
});

describe("a streak", () => {
	const collected = { day: "2026-11-20", streak: 4 };

	it.each([
		["the first day", "2026-11-23", undefined, undefined, 1],
		["the next day", "2026-11-21", collected, undefined, 5],
		["a day later", "2026-11-22", collected, undefined, 1],
		["after a break", "2026-11-30", collected, { from: "2026-11-21", until: "2026-11-29" }, 5],
		["on the last day of a break", "2026-11-29", collected, { from: "2026-11-20", until: "2026-11-29" }, 5],
		["a day after a break", "2026-12-01", collected, { from: "2026-11-21", until: "2026-11-29" }, 1],
		["a day before a break", "2026-11-30", collected, { from: "2026-11-22", until: "2026-11-29" }, 1],
		["over the new year", "2027-01-01", { day: "2026-12-31", streak: 1 }, undefined, 2],
	])("%s", (_name, today, last, pause, streak) => {
		expect(streakOn(today, last, pause)).toBe(streak);
	});

	it("pays more each day, up to a day", () => {
		const points = [1, 2, 6, 7, 8, 100].map((day) => dailyBonusOf(RULES, day));
		expect(points).toEqual([20, 25, 45, 50, 50, 50]);
		expect(dailyBonusOf({ ...RULES, daily: 0 }, 5)).toBe(0);
	});
});

describe("the boxes of a streak", () => {
	/** Days as text: collected ones with `+`, today in brackets. */
	const boxes = (...[rules, bonus]: Parameters<typeof weekOf>) =>
		weekOf(rules, bonus)
			.map(({ day, isCollected, isToday }) => `${isToday ? `[${day}]` : day}${isCollected ? "+" : ""}`)
			.join(" ");

	it.each([
		[undefined, "1 2 3 4 5 6 7"],
		[{ state: "open", streak: 1 }, "[1] 2 3 4 5 6 7"],
		[{ state: "open", streak: 3 }, "1+ 2+ [3] 4 5 6 7"],
		[{ state: "collected", streak: 3 }, "1+ 2+ [3]+ 4 5 6 7"],
		[{ state: "collected", streak: 7 }, "1+ 2+ 3+ 4+ 5+ 6+ [7]+"],
		[{ state: "open", streak: 8 }, "[8] 9 10 11 12 13 14"],
		[{ state: "paused", streak: 7 }, "1+ 2+ 3+ 4+ 5+ 6+ 7+"],
		[{ state: "paused", streak: 0 }, "1 2 3 4 5 6 7"],
	] as const)("of %j are %s", (bonus, expected) => {
		expect(boxes(RULES, bonus)).toBe(expected);
	});

	it("have the points of each day", () => {
		const points = (streak: number) => weekOf(RULES, { state: "open", streak }).map((box) => box.points);
		expect([points(1), points(9)]).toEqual([
			[20, 25, 30, 35, 40, 45, 50],
			[50, 50, 50, 50, 50, 50, 50],
		]);
	});
});
