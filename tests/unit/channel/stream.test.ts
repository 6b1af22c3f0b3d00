import { beforeEach, describe, expect, it } from "vitest";
import type { StreamState } from "~/channel/stream";
import { openStream } from "~/channel/stream.server";
import { detailsOf } from "~/earning/channel/open-channels.server";
import { announcedIn } from "../../support/announced";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";

const test = databaseForEachTest({ users: { boss: 0 } });
const boss = userId("boss");
const HOUR_MS = 60 * 60 * 1000;
const RUNNING = {
	...{ startedAt: new Date("2026-07-01T19:15:00.000Z"), viewers: 1234 },
	...{ title: "Bonus hunt", category: "Slots" },
};

let clock: ReturnType<typeof fakeClock>;
let published: unknown[];
let connected: StreamState | undefined;
let leads: boolean;
const open = () =>
	openStream({
		db: test.db,
		now: clock.now,
		log: { info() {} },
		leads: () => leads,
		connectedStream: () => connected,
		hub: {
			openTopic() {},
			publish(_topic, _event, data) {
				published.push(data);
				return 0;
			},
		},
	});
beforeEach(() => {
	clock = fakeClock();
	published = [];
	connected = undefined;
	leads = false;
});

describe("the stream", () => {
	it("is not live until an admin says so, which is stored, published and logged once for each change", async () => {
		const stream = await open();
		expect(stream.streamState().isLive).toBe(false);
		for (const isLive of [false, true, true, false]) {
			await stream.switchStream(boss, isLive, "Navalhas");
			expect([stream.streamState(), (await open()).streamState()]).toEqual([{ isLive }, { isLive }]);
		}
		expect(published).toEqual([{ isLive: true }, { isLive: false }]);
		expect(await rowsOf(test.db, "admin_changes")).toMatchObject([
			{ action: "stream.start", actor: boss },
			{ action: "stream.end", actor: boss },
		]);
	});

	it("is the stored one after two admins have switched it at the same time", async () => {
		const stream = await open();
		for (const switches of [
			[true, false],
			[false, true, true],
			[false, true, false],
		]) {
			await Promise.all(switches.map((isLive) => stream.switchStream(boss, isLive, "Navalhas")));
			expect(stream.streamState()).toEqual((await open()).streamState());
			expect(published.at(-1)).toEqual(stream.streamState());
		}
	});

	it("is what a connected channel tells, and cannot be switched by hand", async () => {
		const stream = await open();
		await stream.switchStream(boss, true, "Navalhas");
		connected = { isLive: false };
		expect(stream.streamState()).toEqual({ isLive: false });
		await expect(stream.switchStream(boss, true, "Navalhas")).rejects.toThrow("streamConnected");
		connected = { isLive: true, details: detailsOf(RUNNING, "Europe/Lisbon") };
		stream.publishStream();
		expect(published.at(-1)).toEqual({ isLive: true, details: stream.streamState().details });
		await expect(stream.switchStream(boss, false, "Navalhas")).rejects.toThrow("streamConnected");
		connected = undefined;
		expect(stream.streamState()).toEqual({ isLive: true });
	});

	it("counts as over 24 hours after it was switched on, and can be switched on again", async () => {
		const stream = await open();
		await stream.switchStream(boss, true, "Navalhas");
		clock.pass(24 * HOUR_MS - 1);
		expect(stream.streamState().isLive).toBe(true);
		clock.pass(1);
		expect(stream.streamState().isLive).toBe(false);
		await stream.switchStream(boss, true, "Navalhas");
		expect(stream.streamState().isLive).toBe(true);
	});
});

describe("the start of the stream", () => {
	beforeEach(() => {
		leads = true;
	});
	const MINUTE_MS = 60 * 1000;
	const announced = async () => (await announcedIn(test.db)).map(({ reference }) => reference);
	const startedAt = () => connected?.details?.since;
	/** The platform says that the stream has begun, or ended. */
	async function become(stream: Awaited<ReturnType<typeof open>>, isLive: boolean) {
		const details = detailsOf({ ...RUNNING, startedAt: clock.now() }, "Europe/Lisbon");
		connected = isLive ? { isLive, details } : { isLive };
		stream.publishStream();
		await stream.noted();
	}

	it("is announced once, not again after a short pause or a restart of the site, and again for the next stream", async () => {
		let stream = await open();
		await become(stream, false);
		expect(await announced()).toEqual([]);
		await become(stream, true);
		const first = startedAt();
		expect(await announced()).toEqual([first]);
		clock.pass(2 * HOUR_MS);
		await become(stream, false);
		clock.pass(10 * MINUTE_MS - 1);
		await become(stream, true);
		stream = await open();
		stream.publishStream();
		await stream.noted();
		// The platforms are not connected yet.
		await become(stream, false);
		await become(stream, true);
		expect(await announced()).toEqual([first]);
		await become(stream, false);
		clock.pass(10 * MINUTE_MS);
		await become(stream, true);
		expect(await announced()).toEqual([first, startedAt()]);
	});

	it("is announced for a stream whose predecessor's end the site has missed, but not an hour late", async () => {
		await become(await open(), true);
		clock.pass(20 * HOUR_MS);
		await become(await open(), true);
		expect(await announced()).toHaveLength(2);
		clock.pass(20 * HOUR_MS);
		connected = { isLive: true, details: detailsOf({ ...RUNNING, startedAt: clock.now() }, "Europe/Lisbon") };
		clock.pass(HOUR_MS);
		const stream = await open();
		stream.publishStream();
		await stream.noted();
		expect(await announced()).toHaveLength(2);
	});
});

describe("the details of a running stream", () => {
	it("say in both languages since when, in the site's time zone, and how many watch", () => {
		expect(detailsOf(RUNNING, "Europe/Lisbon")).toEqual({
			...{ since: "2026-07-01T19:15:00.000Z", title: "Bonus hunt", category: "Slots", viewers: 1234 },
			about: { pt: "Desde as 20:15 · 1\u00a0234 espectadores", en: "Since 20:15 · 1,234 viewers" },
		});
		expect(detailsOf({ ...RUNNING, viewers: 1 }, "Europe/Lisbon").about).toEqual({
			...{ pt: "Desde as 20:15 · 1 espectador", en: "Since 20:15 · 1 viewer" },
		});
	});

	it("have texts on one line, of at most 140 characters, without invisible ones", () => {
		const { title, category } = detailsOf(
			{ ...RUNNING, title: ` a\u202eb\n\tc\u0000 ${"🎰".repeat(500)}`, category: "\u2800 \n" },
			"Europe/Lisbon",
		);
		expect(title).toBe(`ab c ${"🎰".repeat(135)}`);
		expect(category).toBe("");
	});
});
