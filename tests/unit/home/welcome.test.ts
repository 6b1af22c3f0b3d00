import { expect, it } from "vitest";
import type { Viewer } from "~/account/viewer";
import { collectDailyBonus } from "~/earning/daily/daily-bonus.server";
import { NO_RULES } from "~/earning/rules/rules";
import { readWelcome } from "~/home/welcome.server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 0 } });
const ana = { id: userId("ana"), username: "ana" } as Viewer;

const siteOf = (start: number, daily: number) => ({
	...{ db: test.db, now: fakeClock().now, announceBalance() {} },
	config: { SITE_TIMEZONE: "Europe/Lisbon", STARTING_POINTS: start },
	rules: () => ({ ...NO_RULES, daily }),
});

it.each([
	[1000, 20, "You got 1,000 points to start with.", "20 more, and another one tomorrow."],
	[1, 0, "You got 1 point to start with.", undefined],
	[0, 0, "Your account is ready.", undefined],
])("a new viewer reads what %i starting points and a bonus of %i give", async (start, daily, text, hint) => {
	const welcome = await readWelcome(siteOf(start, daily), ana, "en");
	const game = ["/mini-games", "/store"];
	expect(welcome).toMatchObject({ title: "Hello, ana!", text });
	expect(welcome.steps.map(({ path }) => path)).toEqual(hint ? ["/earn", ...game] : game);
	if (hint) expect(welcome.steps[0]?.hint).toBe(hint);
});

it("a collected bonus is no step", async () => {
	const site = siteOf(0, 20);
	await collectDailyBonus(site, ana.id);
	expect((await readWelcome(site, ana, "pt")).steps.map(({ path }) => path)).toEqual([
		"/mini-games",
		"/store",
	]);
});
