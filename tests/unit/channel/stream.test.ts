import { beforeEach, describe, expect, it } from "vitest";
import { channelAddress, playerAddress, type StreamState } from "~/channel/stream";
import { openStream } from "~/channel/stream.server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest({ users: { boss: 0 } });
const boss = userId("boss");
const HOUR_MS = 60 * 60 * 1000;

let clock: ReturnType<typeof fakeClock>;
let published: unknown[];
let connected: StreamState | undefined;
const open = () =>
	openStream({
		db: test.db,
		now: clock.now,
		log: { info() {} },
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
});

describe("the stream", () => {
	it("is not live until an admin says so, and the state survives a restart", async () => {
		const stream = await open();
		expect(stream.isStreamLive()).toBe(false);
		await stream.switchStream(boss, true, "Navalhas");
		expect([stream.isStreamLive(), (await open()).isStreamLive()]).toEqual([true, true]);
		await stream.switchStream(boss, false, "Navalhas");
		expect([stream.isStreamLive(), (await open()).isStreamLive()]).toEqual([false, false]);
	});

	it("is published and logged once for each change", async () => {
		const stream = await open();
		for (const isLive of [false, true, true, false]) await stream.switchStream(boss, isLive, "Navalhas");
		expect(published).toEqual([{ isLive: true }, { isLive: false }]);
		const changes = await test.db.selectFrom("admin_changes").select(["action", "actor"]).execute();
		expect(changes).toEqual([
			{ action: "stream.start", actor: boss },
			{ action: "stream.end", actor: boss },
		]);
	});

	it("counts as over 24 hours after it was switched on, and can be switched on again", async () => {
		const stream = await open();
		await stream.switchStream(boss, true, "Navalhas");
		clock.pass(24 * HOUR_MS - 1);
		expect(stream.isStreamLive()).toBe(true);
		clock.pass(1);
		expect(stream.isStreamLive()).toBe(false);
		await stream.switchStream(boss, true, "Navalhas");
		expect(stream.isStreamLive()).toBe(true);
	});
});

it("the addresses of a channel contain its login and the site's host", () => {
	expect(channelAddress("navalhas_tv")).toBe("https://www.twitch.tv/navalhas_tv");
	expect(playerAddress("navalhas_tv", "site.example")).toBe(
		"https://player.twitch.tv/?channel=navalhas_tv&parent=site.example&autoplay=true",
	);
});
