import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createCounter } from "~/analytics/counter.server";
import { EVENTS, tidyLabel } from "~/analytics/events";
import { fakeClock, openTestDatabase, type TestDatabase } from "../../support/database";

const NEVER_MS = 1_000_000_000;
const log = { warn: vi.fn(), error: vi.fn() };

let test: TestDatabase;
const clock = fakeClock();
beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	clock.set("2026-03-04T12:00:00.000Z");
});
afterEach(() => test.close());

const open = (db = test.db) =>
	createCounter(
		{
			db,
			config: { SITE_TIMEZONE: "Europe/Lisbon", ANALYTICS_COLLECTOR_URL: undefined },
			log,
			now: clock.now,
		},
		{ flushMs: NEVER_MS },
	);

const stored = () =>
	test.db.selectFrom("event_counts").selectAll().orderBy("day").orderBy("event").orderBy("label").execute();

it("adds what happened to what the day has counted, event by event and subject by subject", async () => {
	const counter = open();
	for (let time = 0; time < 3; time += 1) counter.count("play_demo", "Sugar Rush · Pragmatic Play");
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

it("knows every event of the specification", () => {
	expect(EVENTS).toEqual(
		expect.arrayContaining([
			"play_demo",
			"view",
			"redeem",
			"page_view",
			"social_click",
			"resource_click",
			"promotion_view",
			"promotion_claim",
			"profile_registered",
		]),
	);
});

it("begins a day at midnight of the site's time zone, summer time included", async () => {
	const counter = open();
	clock.set("2026-07-01T22:59:59.999Z");
	counter.count("page_view", "/");
	clock.set("2026-07-01T23:00:00.000Z");
	counter.count("page_view", "/");
	await counter.end();
	expect((await stored()).map(({ day }) => day)).toEqual(["2026-07-01", "2026-07-02"]);
});

it("keeps what could not be written until it can be", async () => {
	const counter = open();
	counter.count("view", "Mug");
	await test.db.schema.alterTable("event_counts").renameTo("elsewhere").execute();
	await expect(counter.flush()).rejects.toThrow();
	counter.count("view", "Mug");
	await test.db.schema.alterTable("elsewhere").renameTo("event_counts").execute();
	await counter.end();
	expect(await stored()).toEqual([{ day: "2026-03-04", event: "view", label: "Mug", count: 2 }]);
});

it("holds a bounded number of subjects, and loses no count of the others", async () => {
	const counter = open();
	for (let subject = 0; subject < 5000; subject += 1) counter.count("view", `item ${subject}`);
	await counter.end();
	const rows = await stored();
	expect(rows.length).toBe(1001);
	expect(rows.find(({ label }) => label === "…")?.count).toBe(4000);
});

it("counts further subjects of a day together, however they trickle in; those that are known go on", async () => {
	const counter = open();
	for (let subject = 0; subject < 1500; subject += 1) {
		counter.count("view", `item ${subject}`);
		if (subject % 400 === 0) await counter.flush();
	}
	counter.count("view", "item 1");
	counter.count("redeem", "Mug");
	await counter.end();
	const rows = await stored();
	const countOf = (label: string) => rows.find((row) => row.label === label)?.count;
	expect(rows.length).toBe(1002);
	expect([countOf("…"), countOf("item 1"), countOf("Mug"), countOf("item 1400")]).toEqual([
		500,
		2,
		1,
		undefined,
	]);
});

it("waits for no collector: neither who reads the counts nor the end", async () => {
	const { server, url } = await silentServer();
	const counter = createCounter(
		{
			db: test.db,
			config: { SITE_TIMEZONE: "Europe/Lisbon", ANALYTICS_COLLECTOR_URL: url },
			log,
			now: clock.now,
		},
		{ flushMs: 20 },
	);
	const asked = once(server, "request");
	counter.count("view", "Mug");
	await asked;
	counter.count("view", "Mug");
	const begun = performance.now();
	await counter.flush();
	counter.count("view", "Mug");
	await counter.end();
	expect(performance.now() - begun).toBeLessThan(2000);
	expect((await stored()).map(({ count }) => count)).toEqual([3]);
	expect(log.warn).not.toHaveBeenCalled();
	server.closeAllConnections();
	server.close();
});

/** Takes requests and never answers. */
async function silentServer() {
	const server = createServer(() => {}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it("keeps a label short and on one line, and whole letters", () => {
	expect(tidyLabel("  a\n\tb\u0000c  ")).toBe("a b c");
	expect([...tidyLabel("🎰".repeat(500))]).toHaveLength(120);
	expect(tidyLabel("<script>alert(1)</script>")).toBe("<script>alert(1)</script>");
});

it("forgets counts after 13 months", async () => {
	const rows = ["2025-01-31", "2025-02-01", "2026-03-03"].map((day) => ({
		day,
		event: "view",
		label: "Mug",
		count: 1,
	}));
	await test.db.insertInto("event_counts").values(rows).execute();
	await open().tidy();
	expect((await stored()).map(({ day }) => day)).toEqual(["2025-02-01", "2026-03-03"]);
});

it("writes by itself every few seconds", async () => {
	const counter = createCounter(
		{
			db: test.db,
			config: { SITE_TIMEZONE: "Europe/Lisbon", ANALYTICS_COLLECTOR_URL: undefined },
			log,
			now: clock.now,
		},
		{ flushMs: 20 },
	);
	counter.count("view", "Mug");
	await expect.poll(stored).toHaveLength(1);
	await counter.end();
});
