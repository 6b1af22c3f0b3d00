import { describe, expect, it } from "vitest";
import { collectDailyBonus, readDailyBonus } from "~/earning/daily/daily-bonus.server";
import { earningInvariants } from "~/earning/earning.audit.server";
import { type EarningRules, NO_RULES } from "~/earning/rules/rules";
import { endBreak, startBreak } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { fakeClock, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const ANA = userId("ana");
const test = databaseForEachTest({ users: { ana: 1000 } });

function open(changes: Partial<EarningRules> = {}) {
	const clock = fakeClock();
	const told: string[] = [];
	const rules = { ...NO_RULES, daily: 20, streak: 5, streakDays: 7, ...changes };
	const tools = testSite({
		...{ db: test.db, now: clock.now, config: { SITE_TIMEZONE: "Europe/Lisbon" }, rules: () => rules },
		announceBalance: (id: string) => void told.push(id),
		announceNotices() {},
		announceRestriction() {},
	});
	return {
		...{ clock, tools, told, rules },
		collect: () => collectDailyBonus(tools, ANA),
		read: () => readDailyBonus(tools, ANA),
		rest: (length: "day" | "week") =>
			changeLimits(tools, ANA, (limits, now) => startBreak(limits, length, now)),
		stopRest: () => changeLimits(tools, ANA, endBreak),
	};
}
const expectSound = () => expectInvariants(test.db, ...earningInvariants, ...ledgerInvariants);

describe("the daily bonus", () => {
	it("is credited once per day of the site, also if it is sent several times at once", async () => {
		const { collect, read, clock, told } = open();
		expect(await read()).toEqual({ state: "open", streak: 1, points: 20, tomorrow: 25 });
		const answers = await Promise.all([collect(), collect(), collect()]);
		for (const answer of answers) {
			expect(answer).toEqual({ state: "collected", streak: 1, points: 20, tomorrow: 25 });
		}
		expect(told).toEqual([ANA]);
		clock.pass(12 * HOUR - 1);
		expect(await read()).toMatchObject({ state: "collected" });
		clock.pass(1);
		expect(await collect()).toEqual({ state: "collected", streak: 2, points: 25, tomorrow: 30 });
		await expectSound();
	});

	it("rests during a break, and the streak goes on after it, after breaks in a row and one that was ended early", async () => {
		const { collect, read, clock, rest, stopRest } = open();
		await collect();
		await rest("day");
		clock.pass(DAY - HOUR);
		expect(await read()).toMatchObject({ state: "paused", streak: 1 });
		await expectRefusal(collect(), "bonusPaused");
		clock.pass(3 * HOUR);
		await rest("week");
		clock.pass(7 * DAY);
		expect(await collect(), "two breaks").toMatchObject({ streak: 2, points: 25 });
		await rest("week");
		clock.pass(DAY);
		await stopRest();
		clock.pass(DAY);
		expect(await collect(), "ended early").toMatchObject({ streak: 3 });
		clock.pass(3 * DAY);
		expect(await collect(), "days after the end do not count as a break").toMatchObject({ streak: 1 });
		await expectSound();
	});

	it("starts again after a free date between two breaks, on which it was not collected", async () => {
		const { collect, read, clock, rest } = open();
		await collect();
		clock.pass(DAY);
		expect(await collect()).toMatchObject({ streak: 2 });
		await rest("day");
		// The break ends at noon; the bonus of the next date is not collected.
		clock.pass(3 * DAY - HOUR);
		expect(await read()).toMatchObject({ state: "open", streak: 1 });
		await rest("day");
		clock.pass(DAY);
		expect(await collect()).toMatchObject({ streak: 1, points: 20 });
	});

	it("is cut to what the ceiling of the day leaves, and then counts as collected", async () => {
		const { collect, read, rules } = open({ ceiling: 15 });
		expect(await collect()).toMatchObject({ state: "collected", points: 15 });
		rules.ceiling = 1000;
		expect(await read()).toMatchObject({ state: "collected", points: 15 });
		await expectSound();
	});

	it("collected while the clock was far ahead neither prevents today's bonus nor is paid again on its date", async () => {
		const { collect, read, clock } = open();
		await collect();
		clock.pass(12 * DAY);
		expect(await collect()).toMatchObject({ state: "collected", streak: 1 });
		clock.pass(-12 * DAY);
		expect(await read(), "the date of today was paid before").toMatchObject({ state: "collected" });
		for (let streak = 2; streak <= 12; streak++) {
			clock.pass(DAY);
			expect(await collect()).toMatchObject({ state: "collected", streak });
		}
		clock.pass(DAY);
		expect(await collect(), "paid in advance").toMatchObject({ state: "collected", points: 20 });
		expect(await rowsOf(test.db, "point_entries", { reason: "daily-bonus" })).toHaveLength(13);
		clock.pass(DAY);
		expect(await read()).toMatchObject({ state: "open" });
		await expectSound();
	});

	it("is not paid again when the clock is set back by some days, also for a date that was missed", async () => {
		const { collect, read, clock } = open();
		await collect();
		for (const days of [1, 5]) {
			clock.pass(-days * DAY);
			expect(await read()).toMatchObject({ state: "collected" });
			expect(await collect()).toMatchObject({ state: "collected" });
			clock.pass(days * DAY);
		}
		expect(await rowsOf(test.db, "daily_bonuses")).toHaveLength(1);
		clock.pass(DAY);
		expect(await read()).toMatchObject({ state: "open", streak: 2 });
	});

	it("does not exist without a rule, and belongs to the date of the site's time zone", async () => {
		const { collect, read, rules, tools } = open({ daily: 0 });
		expect(await read()).toMatchObject({ state: "off" });
		await expectRefusal(collect(), "bonusOff");
		rules.daily = 20;
		await collect();
		tools.config.SITE_TIMEZONE = "Pacific/Kiritimati";
		expect(await read()).toMatchObject({ state: "open", streak: 2 });
	});
});
