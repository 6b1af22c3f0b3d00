import { beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../support/eventually";
import { openForEachTest } from "../../support/for-each-test";
import { EventStream } from "../../support/site/event-stream";
import { log, openHub } from "./hub.setup";

const site = openForEachTest(openHub);
beforeEach(() => {
	site.hub.openTopic("game", {
		snapshot: (keys) => [
			{ event: "state", data: { round: 1 } },
			...keys.map((key) => ({ event: "own", data: key })),
		],
	});
	site.hub.openTopic("lobby");
});

/** Waits until a stream has received exactly these events. */
async function expectEvents(stream: EventStream, ...events: string[]) {
	await eventually(() => expect(stream.events.length).toBeGreaterThanOrEqual(events.length));
	expect(stream.events).toEqual(events);
}

describe("a stream", () => {
	it("receives the events of its topics only", async () => {
		const [both, one] = [await site.connect("topics=game,lobby"), await site.connect("topics=lobby,nothing")];
		site.hub.publish("game", "tick", [100, 102]);
		site.hub.publish("lobby", "wins", []);
		await expectEvents(both, 'game.state {"round":1}', "game.tick [100,102]", "lobby.wins []");
		await expectEvents(one, "lobby.wins []");
		expect([site.hub.countOn("game"), site.hub.countOn("lobby")]).toEqual([1, 2]);
	});

	it("receives private events of its own keys only", async () => {
		const [ana, other] = [
			await site.connect("topics=lobby&keys=user:ana"),
			await site.connect("topics=lobby&keys=user:bruno"),
		];
		const elsewhere = await site.connect("topics=game&keys=user:ana");
		site.hub.publishTo("user:ana", "lobby", "own", 1);
		site.hub.publishTo("user:nobody", "lobby", "own", 2);
		site.hub.publish("lobby", "last", 3);
		site.hub.publish("game", "last", 3);
		await expectEvents(ana, "lobby.own 1", "lobby.last 3");
		await expectEvents(other, "lobby.last 3");
		await expectEvents(elsewhere, 'game.state {"round":1}', 'game.own "user:ana"', "game.last 3");
		expect(site.hub.isWatched("lobby", "user:ana")).toBe(true);
		expect(site.hub.isWatched("lobby", "user:nobody")).toBe(false);
		elsewhere.socket.destroy();
		await eventually(() => expect(site.hub.isWatched("game", "user:ana")).toBe(false));
	});

	it("without an existing topic is answered with 204", async () => {
		expect((await site.connect("topics=nothing")).status).toBe(204);
		expect((await site.connect("")).status).toBe(204);
	});
});

it("publishing on an unknown topic throws", () => {
	expect(() => site.hub.publish("nothing", "x", 1)).toThrow(RangeError);
});

describe("an asynchronous snapshot", () => {
	it("is sent when it is available, after events in between", async () => {
		let resolve = (_points: number) => {};
		const points = new Promise<number>((done) => (resolve = done));
		site.hub.openTopic("points", {
			snapshot: async () => [{ event: "updated", data: await points }],
		});
		const ana = await site.connect("topics=points&keys=user:ana");
		site.hub.publishTo("user:ana", "points", "updated", 1);
		await expectEvents(ana, "points.updated 1");
		resolve(2);
		await expectEvents(ana, "points.updated 1", "points.updated 2");
	});

	it.each([
		["reading it", () => Promise.reject(new Error("no disk"))],
		[
			"calling it",
			() => {
				throw new Error("no game");
			},
		],
	])("that fails when %s ends the stream, so that the client reconnects", async (_what, snapshot) => {
		const errors = vi.spyOn(log, "error").mockClear();
		site.hub.openTopic("points", { snapshot });
		const ana = new EventStream(site.origin, "/?topics=points");
		expect(await ana.end()).toBe("properly");
		expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: "snapshot-failed" }));
		expect(site.hub.countOn("points")).toBe(0);
	});
});

describe("the end of a session", () => {
	it("during a request for a stream leaves no stream open", async () => {
		site.confirmWith(async () => false);
		const ana = await site.connect("topics=lobby&keys=user:ana&session=s1");
		expect(await ana.end()).toBe("properly");
		site.confirmWith(() => Promise.reject(new Error("no disk")));
		expect(await (await site.connect("topics=lobby&session=s1")).end()).toBe("properly");
		site.confirmWith(async () => true);
		const still = await site.connect("topics=lobby&session=s1");
		site.hub.publish("lobby", "wins", 1);
		await expectEvents(still, "lobby.wins 1");
	});

	it("ends every stream of a user when roles have changed", async () => {
		const ana = await site.connect("topics=lobby&keys=user:ana&session=s1");
		const phone = await site.connect("topics=lobby&keys=user:ana&session=s2");
		const other = await site.connect("topics=lobby&keys=user:bruno&session=s3");
		site.hub.endKey("user:ana");
		expect([await ana.end(), await phone.end()]).toEqual(["properly", "properly"]);
		expect([other.ended, site.hub.countOn("lobby")]).toEqual([undefined, 1]);
	});
});

it("a hub keeps no state of clients that disconnect in any way", async () => {
	const listeners = await Promise.all(
		Array.from({ length: 60 }, (_, index) =>
			site.connect(`topics=game,lobby&keys=user:${index}&session=s${index}`),
		),
	);
	expect([site.hub.countOn("game"), site.hub.countOn("lobby"), await site.connections()]).toEqual([
		60, 60, 60,
	]);
	listeners.forEach(({ socket }, index) => {
		if (index % 3 === 0) socket.destroy();
		if (index % 3 === 1) socket.end();
		if (index % 3 === 2) socket.resetAndDestroy();
	});
	await eventually(async () => {
		expect([site.hub.countOn("game"), site.hub.countOn("lobby"), await site.connections()]).toEqual([
			0, 0, 0,
		]);
	});
	expect(site.hub.isWatched("game", "user:1")).toBe(false);
});
