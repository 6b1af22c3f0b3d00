import { describe, expect, it } from "vitest";
import { previewRules } from "~/earning/rules/preview.server";
import { type EarningRules, NO_RULES } from "~/earning/rules/rules";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { eventOf, openStreamSite, RULES, watcher } from "./stream-site";

const config = { SITE_TIMEZONE: "Europe/Lisbon" };
const test = databaseForEachTest({ users: { ana: 0, bruno: 0 } });
const CURRENT: EarningRules = { ...NO_RULES, daily: 20, streak: 5, follow: 10 };

const collect = (name: string, day: string, streak: number) =>
	test.db
		.insertInto("daily_bonuses")
		.values({ user_id: userId(name), day, streak, points: 1, created_at: `${day}T12:00:00.000Z` })
		.execute();
/** On 2026-03-04, 12:00 UTC: the first day is 2026-02-26. */
const preview = (typed: EarningRules, current = CURRENT, paid = RULES) =>
	previewRules({ db: test.db, now: fakeClock().now, config, rulesAt: () => paid }, current, typed);

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

describe("the preview of the stream", () => {
	const at = (time: string) => new Date(`2026-03-${time}:00.000Z`);

	it("adds what was credited, waits or was ignored, up to the ceiling of each viewer and day", async () => {
		const site = openStreamSite(test);
		await site.signIn(userId("ana"), "1");
		await collect("ana", "2026-03-03", 1);
		const gift = { kind: "gift", facts: { tier: 1, count: 1 } };
		const bot = { id: "3", name: "SomeBot" };
		for (const event of [
			{ key: "follow", happenedAt: at("03T23:59") },
			{ ...gift, happenedAt: at("04T00:00") },
			{ ...gift, happenedAt: at("04T00:01"), person: { id: "2", name: "stranger" } },
			{ ...gift, happenedAt: at("04T00:02"), person: bot },
			{ ...gift, happenedAt: at("04T00:03"), person: undefined },
			{ kind: "channel.ad_break.begin", happenedAt: at("04T00:04") },
			{ ...gift, happenedAt: new Date("2026-02-25T23:59:59.000Z") },
		])
			await site.receive(eventOf(event));
		await site.settle();
		// Ana has 20 for the bonus of the day on which she followed.
		const current = { ...RULES, daily: 20, ceiling: 45 };
		expect(await preview({ ...RULES, daily: 20, ignored: ["stranger"] }, current)).toEqual({
			lines: [
				{ kind: "daily", count: 1, before: 20, after: 20 },
				{ kind: "follow", count: 1, before: 25, after: 50 },
				{ kind: "gift", count: 3, before: 45 + 45, after: 200 + 200 },
			],
			...{ before: 135, after: 470 },
		});
	});

	it("recognises active watchers and subscribers by what they were paid", async () => {
		const rules: EarningRules = { ...RULES, subscriber: [120, 150, 200] };
		const site = openStreamSite(test, () => rules);
		await site.signIn(userId("ana"), "1");
		await site.signIn(userId("bruno"), "2");
		for (const turn of [1, 2, 11]) {
			await site.addTurn({ platform: "twitch", streamId: "9", turn, at: at("04T10:00") }, [
				watcher("1", { isActive: true }),
				watcher("2", { tier: 3 }),
				watcher("3"),
			]);
		}
		await site.settle();
		const typed = { ...NO_RULES, watch: 100, chatting: 10, subscriber: rules.subscriber };
		const found = await preview(typed, rules, rules);
		const before = 3 * (8 + 10 + 5);
		const after = 3 * (110 + 200 + 100);
		expect(found).toEqual({ lines: [{ kind: "watch", count: 9, before, after }], before, after });
	});

	it("counts points that waited for a sign-in once", async () => {
		const site = openStreamSite(test);
		for (const turn of [1, 2]) {
			const about = { platform: "twitch", streamId: "9", turn, at: at("03T10:00") } as const;
			await site.addTurn(about, [watcher("1")]);
		}
		await site.settle();
		const lines = [{ kind: "watch", count: 2, before: 10, after: 20 }];
		expect((await preview({ ...RULES, watch: 10 }, RULES)).lines).toEqual(lines);
		await site.signIn(userId("ana"), "1");
		await site.settle();
		expect((await preview({ ...RULES, watch: 10 }, RULES)).lines).toEqual(lines);
	});
});
