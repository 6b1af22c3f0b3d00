import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hub } from "~/live/hub.server";
import { openBalanceTopic } from "~/points/balance-topic.server";
import { addUser, openTestDatabase } from "../../support/database";
import { EventStream } from "../../support/site/event-stream";
import { log, type OpenHub, openHub } from "./hub.setup";

let site: OpenHub;
beforeEach(async () => {
	site = await openHub();
	site.hub.openTopic("table", {
		snapshot: (keys) => [
			{ event: "state", data: { round: 1 } },
			...keys.map((key) => ({ event: "own", data: key })),
		],
	});
	site.hub.openTopic("lobby");
});
afterEach(() => site.close());

describe("a stream", () => {
	it("begins with a head that nobody in between changes, when to come back, and the snapshot", async () => {
		const ana = await site.listen("topics=table&keys=user:ana");
		await ana.hears('table.state {"round":1}', 'table.own "user:ana"');
		expect(ana.status).toBe(200);
		expect(ana.head.split("\r\n").slice(1)).toEqual(
			expect.arrayContaining([
				"content-type: text/event-stream; charset=utf-8",
				"cache-control: no-store, no-transform",
				"x-accel-buffering: no",
				"connection: close",
			]),
		);
		expect(ana.head).not.toMatch(/transfer-encoding|content-length|content-encoding/);
		const retry = Number(/retry:(\d+)\n\n/.exec(ana.text)?.[1]);
		expect(retry).toBeGreaterThanOrEqual(2000);
		expect(retry).toBeLessThanOrEqual(5000);
	});

	it("begins so too when nobody sends the head before the end", async () => {
		const development = await openHub({ flush: false });
		development.hub.openTopic("lobby");
		const listener = await development.listen("topics=lobby");
		development.hub.publish("lobby", "wins", 1);
		await listener.hears("lobby.wins 1");
		expect(listener.head).not.toMatch(/transfer-encoding|content-length/);
		await development.close();
	});

	it("hears what its topics tell, and nothing of others", async () => {
		const [both, one] = [await site.listen("topics=table,lobby"), await site.listen("topics=lobby,nothing")];
		site.hub.publish("table", "tick", [100, 102]);
		site.hub.publish("lobby", "wins", []);
		await both.hears('table.state {"round":1}', "table.tick [100,102]", "lobby.wins []");
		await one.hears("lobby.wins []");
		expect([site.hub.countOn("table"), site.hub.countOn("lobby")]).toEqual([1, 2]);
	});

	it("asked twice for one topic hears it once", async () => {
		const listener = await site.listen("topics=lobby,lobby");
		site.hub.publish("lobby", "wins", 1);
		site.hub.publish("lobby", "wins", 2);
		await listener.hears("lobby.wins 1", "lobby.wins 2");
	});

	it("alone hears what is its own", async () => {
		const [ana, other] = [
			await site.listen("topics=lobby&keys=user:ana"),
			await site.listen("topics=lobby&keys=user:bruno"),
		];
		const elsewhere = await site.listen("topics=table&keys=user:ana");
		site.hub.publishTo("user:ana", "lobby", "own", 1);
		site.hub.publishTo("user:nobody", "lobby", "own", 2);
		site.hub.publish("lobby", "last", 3);
		site.hub.publish("table", "last", 3);
		await ana.hears("lobby.own 1", "lobby.last 3");
		await other.hears("lobby.last 3");
		await elsewhere.hears('table.state {"round":1}', 'table.own "user:ana"', "table.last 3");
		expect(site.hub.isWatched("lobby", "user:ana")).toBe(true);
		expect(site.hub.isWatched("lobby", "user:nobody")).toBe(false);
		elsewhere.socket.destroy();
		await vi.waitFor(() => expect(site.hub.isWatched("table", "user:ana")).toBe(false));
	});

	it("is not for nothing: one without a topic that there is gets no content", async () => {
		expect((await site.listen("topics=nothing")).status).toBe(204);
		expect((await site.listen("")).status).toBe(204);
	});

	it("takes nothing that its reader sends for another request", async () => {
		const listener = await site.listen("topics=lobby");
		listener.socket.write("GET /?topics=table HTTP/1.1\r\nHost: x\r\n\r\nnonsense");
		site.hub.publish("lobby", "wins", 1);
		await listener.hears("lobby.wins 1");
		expect(listener.text.match(/HTTP\/1.1/g)).toHaveLength(1);
		expect([listener.ended, site.hub.countOn("table")]).toEqual([undefined, 0]);
	});
});

it("refuses what is told on a topic that there is not", () => {
	expect(() => site.hub.publish("nothing", "x", 1)).toThrow(RangeError);
});

describe("a snapshot that is looked up", () => {
	it("comes when it is there, after what happened meanwhile", async () => {
		let resolve = (_points: number) => {};
		const points = new Promise<number>((done) => (resolve = done));
		site.hub.openTopic("points", {
			snapshot: async () => [{ event: "updated", data: await points }],
		});
		const ana = await site.listen("topics=points&keys=user:ana");
		site.hub.publishTo("user:ana", "points", "updated", 1);
		await ana.hears("points.updated 1");
		resolve(2);
		await ana.hears("points.updated 1", "points.updated 2");
	});

	it.each([
		["looking it up", () => Promise.reject(new Error("no disk"))],
		[
			"making it",
			() => {
				throw new Error("no game");
			},
		],
	])("that fails at %s ends the stream, so that its reader asks again", async (_what, snapshot) => {
		const errors = vi.spyOn(log, "error").mockClear();
		site.hub.openTopic("points", { snapshot });
		const ana = new EventStream(site.origin, "/?topics=points");
		expect(await ana.end()).toBe("properly");
		expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: "snapshot-failed" }));
		expect(site.hub.countOn("points")).toBe(0);
	});

	it("of the points tells a viewer's balance with an instant that orders it", async () => {
		const { db, close } = await openTestDatabase({ durable: false });
		const userId = await addUser(db, "ana", 1234);
		const tell = openBalanceTopic({ db, hub: site.hub as unknown as Hub, log });
		const ana = await site.listen(`topics=points&keys=user:${userId}`);
		const visitor = await site.listen("topics=points&keys=demo:x");
		await vi.waitFor(() => expect(ana.events).toHaveLength(1));
		await db.updateTable("user_points").set({ points: 1200 }).execute();
		tell(userId);
		await vi.waitFor(() => expect(ana.events).toHaveLength(2));
		const [first, second] = ana.events.map((event) => JSON.parse(event.slice("points.updated ".length)));
		expect([first, second]).toMatchObject([
			{ userId, points: 1234 },
			{ userId, points: 1200 },
		]);
		expect(second.at).toBeGreaterThan(first.at);
		expect(Math.abs(second.at - Date.now())).toBeLessThan(60_000);
		expect(visitor.events).toEqual([]);
		await close();
	});
});

describe("a session that ends", () => {
	it("ends its streams at once, and nobody else's", async () => {
		const tabs = [
			await site.listen("topics=table&keys=user:ana&session=s1"),
			await site.listen("topics=table&keys=user:ana&session=s1"),
		];
		const phone = await site.listen("topics=lobby&keys=user:ana&session=s2");
		const other = await site.listen("topics=lobby&keys=user:bruno&session=s3");
		site.hub.endSession("s1");
		site.hub.publishTo("user:ana", "table", "own", "secret");
		site.hub.publish("lobby", "wins", 1);
		for (const tab of tabs) {
			expect(await tab.end()).toBe("properly");
			expect(tab.text).not.toContain("secret");
		}
		await phone.hears("lobby.wins 1");
		await other.hears("lobby.wins 1");
		expect([phone.ended, other.ended]).toEqual([undefined, undefined]);
	});

	it("while its request is under way leaves no stream behind", async () => {
		site.confirmWith(async () => false);
		const ana = await site.listen("topics=lobby&keys=user:ana&session=s1");
		expect(await ana.end()).toBe("properly");
		site.confirmWith(() => Promise.reject(new Error("no disk")));
		expect(await (await site.listen("topics=lobby&session=s1")).end()).toBe("properly");
		site.confirmWith(async () => true);
		const still = await site.listen("topics=lobby&session=s1");
		site.hub.publish("lobby", "wins", 1);
		await still.hears("lobby.wins 1");
	});

	it("ends every stream of its person where roles have changed", async () => {
		const ana = await site.listen("topics=lobby&keys=user:ana&session=s1");
		const phone = await site.listen("topics=lobby&keys=user:ana&session=s2");
		const other = await site.listen("topics=lobby&keys=user:bruno&session=s3");
		site.hub.endKey("user:ana");
		expect([await ana.end(), await phone.end()]).toEqual(["properly", "properly"]);
		expect([other.ended, site.hub.countOn("lobby")]).toEqual([undefined, 1]);
	});
});

it("leaves nothing behind when readers leave, in whatever way", async () => {
	const listeners = await Promise.all(
		Array.from({ length: 60 }, (_, index) =>
			site.listen(`topics=table,lobby&keys=user:${index}&session=s${index}`),
		),
	);
	expect([site.hub.countOn("table"), site.hub.countOn("lobby"), await site.connections()]).toEqual([
		60, 60, 60,
	]);
	listeners.forEach(({ socket }, index) => {
		if (index % 3 === 0) socket.destroy();
		if (index % 3 === 1) socket.end();
		if (index % 3 === 2) socket.resetAndDestroy();
	});
	await vi.waitFor(async () => {
		expect([site.hub.countOn("table"), site.hub.countOn("lobby"), await site.connections()]).toEqual([
			0, 0, 0,
		]);
	});
	expect(site.hub.isWatched("table", "user:1")).toBe(false);
});

it("ends every stream properly when it closes, and begins no other", async () => {
	const listeners = await Promise.all(Array.from({ length: 5 }, () => site.listen("topics=lobby")));
	site.hub.close();
	for (const listener of listeners) expect(await listener.end()).toBe("properly");
	expect((await site.listen("topics=lobby")).status).toBe(503);
	await vi.waitFor(async () => expect(await site.connections()).toBeLessThanOrEqual(1));
});
