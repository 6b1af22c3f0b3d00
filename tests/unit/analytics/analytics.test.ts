import { expect, it } from "vitest";
import { summarise } from "~/analytics/analytics.server";
import { EVENTS } from "~/analytics/events";
import { GAMES } from "~/games/games.server";
import type { Reason } from "~/points/ledger/ledger.server";
import { addUser, fakeClock, postPoints } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest();
const clock = fakeClock("2026-03-31T23:30:00.000Z");

const read = () =>
	summarise(
		{
			...testSite({ db: test.db, now: clock.now, config: { SITE_TIMEZONE: "Europe/Lisbon" } }),
			games: GAMES,
		},
		"en",
	);
const add = (day: string, event: string, label: string, count: number) =>
	test.db.insertInto("event_counts").values({ day, event, label, count }).execute();

it("the summary covers the last 30 days in the site's time zone, including today and a daylight saving change", async () => {
	const { days, events } = await read();
	expect(days).toHaveLength(30);
	expect(days.at(0)).toBe("3 Mar 2026");
	expect(days.at(-1)).toBe("1 Apr 2026");
	expect(new Set(days).size).toBe(30);
	expect(events.map(({ event }) => event)).toEqual([...EVENTS]);
	expect(events.every(({ total }) => total === 0)).toBe(true);
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
	const registered = events.find(({ event }) => event === "profile_registered");
	expect(registered).toMatchObject({ total: 2, top: [] });
});

it("points have what each source gave or took on each day of the site's time zone, and who gained most by what", async () => {
	const [ana, bruno] = [await addUser(test.db, "ana", 0), await addUser(test.db, "bruno", 0)];
	const post = (userId: string, reason: Reason, delta: number, at: string) =>
		postPoints(test.db, { userId, reason, delta, at: new Date(at), reference: `${userId} ${reason} ${at}` });
	// In Lisbon this is 1 April.
	const today = "2026-03-31T23:10:00.000Z";
	await post(ana, "claim-code", 500, "2026-03-02T23:59:00.000Z");
	await post(ana, "registration", 100, "2026-03-03T00:00:00.000Z");
	await post(ana, "solo-crash-stake", -50, today);
	await post(ana, "solo-crash-payout", 90, today);
	await post(bruno, "stream-watch:Twitch", 30, today);
	await post(bruno, "plinko-stake", -20, today);
	await post(bruno, "plinko-payout", 5, today);
	await post(ana, "redeem", -40, today);
	await post(ana, "redeem-refund", 40, today);
	const { points } = await read();
	const [created, spent] = points.flows;
	expect(created).toMatchObject({
		total: 170,
		today: 70,
		top: [{ count: 100 }, { count: 40 }, { count: 30 }],
	});
	expect(created?.perDay.at(0)).toBe(100);
	expect(spent).toMatchObject({ total: 15, today: 15, top: [{ count: 15 }] });
	const last = points.sources.map(({ label, perDay }) => [label, perDay.at(-1)]);
	expect(Object.fromEntries(last)).toEqual({
		...{ "Welcome points": 0, Crash: 40, "Watching the stream on Twitch": 30, Plinko: -15 },
		"Redeemed in the store": 0,
	});
	expect(points.gainers.map(({ username, source, points }) => [username, source, points])).toEqual([
		["ana", "Crash", 40],
		["bruno", "Watching the stream on Twitch", 30],
	]);

	// The sums of the hours that are over are kept, those of the others are read again.
	await post(bruno, "claim-code", 15, "2026-03-31T22:59:00.000Z");
	await post(bruno, "daily-bonus", 60, "2026-03-31T23:12:00.000Z");
	await post(ana, "solo-crash-stake", -40, "2026-03-31T23:13:00.000Z");
	const later = (await read()).points;
	expect(later.flows.map(({ total, today }) => [total, today])).toEqual([
		[205, 90],
		[15, 15],
	]);
	expect(later.gainers.map(({ username, source, points }) => [username, source, points])).toEqual([
		["bruno", "Daily bonus", 60],
		["bruno", "Watching the stream on Twitch", 30],
		["bruno", "Code from the stream", 15],
	]);
	clock.pass(3 * 60 * 60 * 1000);
	await post(bruno, "daily-bonus", 7, "2026-04-01T02:00:00.000Z");
	expect((await read()).points.gainers[0]).toMatchObject({ username: "bruno", points: 67 });
});
