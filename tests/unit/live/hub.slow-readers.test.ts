import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../support/eventually";
import { log, type OpenHub, openHub } from "./hub.setup";

const infos = vi.spyOn(log, "info");

let site: OpenHub | undefined;
afterEach(async () => {
	await site?.close();
	site = undefined;
	infos.mockClear();
});

async function open(options: Parameters<typeof openHub>[0] = {}) {
	const opened = await openHub(options);
	opened.hub.openTopic("game");
	site = opened;
	return opened;
}

const cuts = () => infos.mock.calls.filter(([line]) => (line as { event?: string }).event === "stream-cut");

describe("a client that stops reading", () => {
	it("is disconnected, its buffer is freed, and other clients receive everything", async () => {
		const { hub, connect, connections } = await open();
		const stalled = await Promise.all(Array.from({ length: 10 }, () => connect("topics=game")));
		const reading = await connect("topics=game");
		for (const { socket } of stalled) socket.pause();
		const payload = "x".repeat(32 * 1024);
		let published = 0;
		// The kernel buffers some megabytes per connection before the process does.
		while (hub.countOn("game") > 1 && published < 2000) {
			hub.publish("game", "state", payload);
			published += 1;
			await sleep(0);
		}
		expect(hub.countOn("game")).toBe(1);
		expect(cuts()).toHaveLength(10);
		for (const [line] of cuts())
			expect((line as unknown as { behind: number }).behind).toBeLessThanOrEqual(48 * 1024);
		await eventually(() => expect(reading.events).toHaveLength(published));
		await eventually(async () => expect(await connections()).toBe(1));
	});

	it("is disconnected after two unread heartbeats", async () => {
		const { hub, connect } = await open({ heartbeatMs: 100 });
		const [slow, reading] = [await connect("topics=game"), await connect("topics=game")];
		slow.socket.pause();
		for (let count = 0; count < 3000 && hub.countOn("game") === 2; count += 1) {
			hub.publish("game", "tick", "x".repeat(16 * 1024), { latest: true });
			if (count % 50 === 0) await sleep(0);
		}
		await eventually(() => expect(hub.countOn("game")).toBe(1));
		expect(reading.ended).toBeUndefined();
		expect(cuts()).toHaveLength(1);
	});
});

describe("a heartbeat", () => {
	it("is sent at every interval", async () => {
		const { connect } = await open({ heartbeatMs: 50 });
		const listener = await connect("topics=game");
		await eventually(() =>
			expect(listener.events.slice(0, 3)).toEqual(["heartbeat 1", "heartbeat 1", "heartbeat 1"]),
		);
	});

	it("ends the streams of expired sessions", async () => {
		let time = 1000;
		const { hub, connect } = await open({ heartbeatMs: 50, now: () => time });
		const [expired, active] = [
			await connect("topics=game&until=2000"),
			await connect("topics=game&until=3000"),
		];
		await eventually(() => expect(expired.events.length).toBeGreaterThan(1));
		time = 2000;
		expect(await expired.end()).toBe("properly");
		expect([active.ended, hub.countOn("game")]).toEqual([undefined, 1]);
	});
});
