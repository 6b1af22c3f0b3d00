import { once } from "node:events";
import type { Db } from "db/database";
import { beforeEach, expect, it, vi } from "vitest";
import { createCounter } from "~/analytics/counter.server";
import { fakeClock } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { serve } from "../../support/http-server";
import { testSite } from "../../support/test-site";

const NEVER_MS = 1_000_000_000;
const log = { warn: vi.fn(), error: vi.fn() };

const test = databaseForEachTest();
const clock = fakeClock();
beforeEach(() => {
	clock.set("2026-03-04T12:00:00.000Z");
});

function open({ db = test.db, flushMs = NEVER_MS, url }: { db?: Db; flushMs?: number; url?: string } = {}) {
	const config = { SITE_TIMEZONE: "Europe/Lisbon", ANALYTICS_COLLECTOR_URL: url };
	return createCounter(testSite({ db, config, log, now: clock.now }), flushMs);
}

const stored = () =>
	test.db.selectFrom("event_counts").selectAll().orderBy("day").orderBy("event").orderBy("label").execute();

it("the counter adds to the stored counts of the day, by event and label", async () => {
	const counter = open();
	for (let turn = 0; turn < 3; turn += 1) counter.count("play_demo", "Sugar Rush · Pragmatic Play");
	counter.count("play_demo", "Fruit Party · Pragmatic Play");
	counter.count("redeem", "Mug", { itemId: "mug", points: 100 });
	await counter.flush();
	counter.count("redeem", "Mug", { itemId: "mug", points: 100 });
	await counter.end();
	const day = "2026-03-04";
	expect(await stored()).toEqual([
		{ day, event: "play_demo", label: "Fruit Party · Pragmatic Play", count: 1 },
		{ day, event: "play_demo", label: "Sugar Rush · Pragmatic Play", count: 3 },
		{ day, event: "redeem", label: "Mug", count: 2 },
	]);
});

it("a day begins at midnight in the site's time zone, also in summer time", async () => {
	const counter = open();
	clock.set("2026-07-01T22:59:59.999Z");
	counter.count("page_view", "/");
	clock.set("2026-07-01T23:00:00.000Z");
	counter.count("page_view", "/");
	await counter.end();
	expect((await stored()).map(({ day }) => day)).toEqual(["2026-07-01", "2026-07-02"]);
});

it("counts that could not be written are written later", async () => {
	const counter = open();
	counter.count("view", "Mug");
	await test.db.schema.alterTable("event_counts").renameTo("elsewhere").execute();
	await expect(counter.flush()).rejects.toThrow();
	counter.count("view", "Mug");
	await test.db.schema.alterTable("elsewhere").renameTo("event_counts").execute();
	await counter.end();
	expect(await stored()).toEqual([{ day: "2026-03-04", event: "view", label: "Mug", count: 2 }]);
});

it("neither a flush nor the end waits for the collector", async () => {
	// The server never answers.
	const { server, origin, close } = await serve(() => {});
	const counter = open({ url: `${origin}/`, flushMs: 20 });
	const request = once(server, "request");
	counter.count("view", "Mug");
	await request;
	counter.count("view", "Mug");
	await counter.flush();
	counter.count("view", "Mug");
	await counter.end();
	expect((await stored()).map(({ count }) => count)).toEqual([3]);
	expect(log.warn, "no request has reached its time limit").not.toHaveBeenCalled();
	await close();
});

it("counts are deleted after 13 months", async () => {
	const rows = ["2025-01-31", "2025-02-01", "2026-03-03"].map((day) => ({
		day,
		event: "view",
		label: "Mug",
		count: 1,
	}));
	await test.db.insertInto("event_counts").values(rows).execute();
	await open().cleanUp();
	expect((await stored()).map(({ day }) => day)).toEqual(["2025-02-01", "2026-03-03"]);
});
