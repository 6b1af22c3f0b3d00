import { describe, expect, it } from "vitest";
import { changeFilterIn, readChanges } from "~/channel/changes.server";
import { type EarningRules, NO_RULES } from "~/earning/rules/rules";
import { openRules } from "~/earning/rules/rules.server";
import { LANGUAGES } from "~/i18n/languages";
import { fakeClock, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowOf } from "../../support/rows-of";
import { RULES } from "./stream-site";

const ZONE = "Europe/Lisbon";
const BOSS = userId("boss");
const test = databaseForEachTest({ users: { boss: 0 } });
/** Differs from {@link NO_RULES} in each rule. */
const CHANGED: EarningRules = {
	...{ ...RULES, cheer: 7, daily: 8, streak: 9, streakDays: 10, ceiling: 11, kickHold: 30 },
	...{ subscriber: [120, 150, 200], everybody: 300, boostUntil: "2026-11-27T22:00:00.000Z" },
};

describe("saved rules", () => {
	const open = async () => {
		const clock = fakeClock();
		const tools = { db: test.db, now: clock.now, log: { info() {} } };
		return { clock, rules: await openRules(tools), reopen: () => openRules(tools) };
	};

	it("apply from then on, and an event is paid by the rules of its own time", async () => {
		const { clock, rules, reopen } = await open();
		const start = clock.now();
		await rules.saveRules(BOSS, { ...NO_RULES, follow: 10 }, 0);
		clock.pass(1000);
		const { version } = rules.newest();
		await rules.saveRules(BOSS, { ...NO_RULES, follow: 20 }, version);
		for (const one of [rules, await reopen()]) {
			expect(one.rulesAt(new Date(start.getTime() - 1)).follow).toBe(0);
			expect(one.rulesAt(start).follow).toBe(10);
			expect(one.rulesAt(clock.now()).follow).toBe(20);
			expect(one.newest().rules.follow).toBe(20);
			expect(one.newest().version).toBeGreaterThan(version);
		}
	});

	it("of a form that another admin has overtaken are refused, unless they are the same", async () => {
		const { rules } = await open();
		await rules.saveRules(BOSS, { ...NO_RULES, follow: 10 }, 0);
		const { version } = rules.newest();
		await expectRefusal(rules.saveRules(BOSS, { ...NO_RULES, follow: 20 }, 0), "editConflict");
		await rules.saveRules(BOSS, { ...NO_RULES, follow: 10 }, 0);
		expect(rules.newest().version).toBe(version);
	});

	it("are in the change log, each rule with its name", async () => {
		const { rules } = await open();
		await rules.saveRules(BOSS, CHANGED, 0);
		const { after } = await rowOf(test.db, "admin_changes", {});
		const names = Object.keys(JSON.parse(after ?? "{}"));
		expect(names).toHaveLength(26);
		for (const language of LANGUAGES) {
			const log = { db: test.db, config: { SITE_TIMEZONE: ZONE } };
			const [change] = (await readChanges(log, changeFilterIn(new URLSearchParams()), undefined, language))
				.rows;
			expect(change?.fields.filter(({ name }) => names.includes(name))).toEqual([]);
			const values = change?.fields.map(({ after }) => after);
			expect(values).toContain("120 / 150 / 200");
			expect(values).toContainEqual(expect.stringMatching(/2026.*22:00/));
		}
	});
});
