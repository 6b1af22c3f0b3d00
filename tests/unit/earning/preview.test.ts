import { expect, it } from "vitest";
import { type EarningRules, NO_RULES } from "~/earning/rules/earning-rules";
import { type PastEvents, previewRules } from "~/earning/rules/preview.server";
import { addUser, fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";

const config = { SITE_TIMEZONE: "Europe/Lisbon" };
const test = databaseForEachTest({ users: { ana: 0, bruno: 0 } });
const CURRENT: EarningRules = { ...NO_RULES, daily: 20, streak: 5, follow: 10 };

const collect = (name: string, day: string, streak: number) =>
	test.db
		.insertInto("daily_bonuses")
		.values({ user_id: userId(name), day, streak, points: 1, created_at: `${day}T12:00:00.000Z` })
		.execute();
/** On 2026-03-04, 12:00 UTC: the first day is 2026-02-26. */
const preview = (typed: EarningRules, events: PastEvents[] = []) => {
	const asked: Date[] = [];
	const past = async function* (_db: unknown, from: Date, to: Date) {
		asked.push(from, to);
		yield events;
	};
	const tools = { db: test.db, now: fakeClock().now, config, previewEvents: past };
	return previewRules(tools, CURRENT, typed).then((result) => ({ ...result, asked }));
};

it("the preview counts the daily bonuses of the last 7 days by their streaks", async () => {
	await collect("ana", "2026-02-25", 1);
	await collect("ana", "2026-02-26", 2);
	await collect("ana", "2026-03-04", 1);
	await collect("bruno", "2026-03-04", 9);
	expect(await preview({ ...CURRENT, daily: 100, streak: 50, streakDays: 3 })).toMatchObject({
		lines: [{ kind: "daily", count: 3, before: 25 + 20 + 50, after: 150 + 100 + 200 }],
		...{ before: 95, after: 450 },
	});
	expect(await preview(NO_RULES)).toMatchObject({ before: 95, after: 0 });
});

it("the preview reads any number of bonuses", async () => {
	const rows = [];
	for (let number = 0; number < 200; number++) {
		const user_id = await addUser(test.db, `viewer${number}`, 0);
		for (let day = 1; day <= 6; day++) {
			rows.push({ user_id, day: `2026-02-2${day + 2}`, streak: 1, points: 1, created_at: "" });
		}
	}
	await test.db.insertInto("daily_bonuses").values(rows).execute();
	// Of the days from 23 to 28 February, 26 to 28 count.
	expect((await preview(CURRENT)).lines).toEqual([
		{ kind: "daily", count: 600, before: 12_000, after: 12_000 },
	]);
});

it("the preview adds the events of the stream, up to the ceiling of each viewer and day", async () => {
	await collect("ana", "2026-03-03", 1);
	const events: PastEvents[] = [
		{ userId: userId("ana"), at: new Date("2026-03-03T23:59:00Z"), event: { kind: "follow" }, count: 1 },
		{ userId: userId("ana"), at: new Date("2026-03-04T00:00:00Z"), event: { kind: "follow" }, count: 1 },
		{
			...{ userId: userId("bruno"), at: new Date("2026-03-03T20:00:00Z"), count: 12 },
			event: { kind: "watch", isActive: true, tier: null },
		},
	];
	const found = await preview({ ...CURRENT, follow: 30, watch: 4, active: 1, ceiling: 45 }, events);
	expect(found).toEqual({
		lines: [
			{ kind: "daily", count: 1, before: 20, after: 20 },
			{ kind: "follow", count: 2, before: 20, after: 25 + 30 },
			{ kind: "watch", count: 12, before: 0, after: 45 },
		],
		...{ before: 40, after: 120 },
		asked: [new Date("2026-02-26T00:00:00Z"), new Date("2026-03-04T12:00:00Z")],
	});
});
