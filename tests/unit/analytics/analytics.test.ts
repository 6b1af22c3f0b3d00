import { expect, it } from "vitest";
import { summarise } from "~/analytics/analytics.server";

import { EVENTS } from "~/analytics/events";
import { fakeClock } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest();
const clock = fakeClock("2026-03-31T23:30:00.000Z");

const read = () =>
	summarise({ db: test.db, now: clock.now, config: { SITE_TIMEZONE: "Europe/Lisbon" } }, "en");
const add = (day: string, event: string, label: string, count: number) =>
	test.db.insertInto("event_counts").values({ day, event, label, count }).execute();

it("the summary covers the last 30 days in the site's time zone, including today and a daylight saving change", async () => {
	const { days, events } = await read();
	expect(days).toHaveLength(30);
	expect(days.at(0)).toBe("3 Mar 2026");
	expect(days.at(-1)).toBe("1 Apr 2026");
	expect(new Set(days).size).toBe(30);
	expect(events.map(({ event }) => event)).toEqual([...EVENTS]);
	expect(events.every(({ chart, total }) => chart === undefined && total === 0)).toBe(true);
});

it("each event has counts for the period, the days before it, today and each day, and its most frequent labels", async () => {
	await add("2026-04-01", "view", "Mug", 3);
	await add("2026-03-03", "view", "Mug", 4);
	await add("2026-03-03", "view", "Cup", 9);
	await add("2026-03-02", "view", "Cup", 5);
	await add("2026-01-31", "view", "Cup", 1000);
	await add("2026-04-01", "profile_registered", "", 2);
	const { events } = await read();
	const view = events.find(({ event }) => event === "view");
	expect(view).toMatchObject({
		total: 16,
		before: 5,
		today: 3,
		top: [
			{ label: "Cup", count: 9 },
			{ label: "Mug", count: 7 },
		],
	});
	expect(view?.perDay.at(0)).toBe(13);
	expect(view?.chart?.bars).toHaveLength(30);
	const registered = events.find(({ event }) => event === "profile_registered");
	expect(registered).toMatchObject({ total: 2, top: [] });
});
