import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
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
	opened.hub.openTopic("table");
	site = opened;
	return opened;
}

const cuts = () => infos.mock.calls.filter(([line]) => (line as { event?: string }).event === "stream-cut");

describe("a reader who takes nothing any more", () => {
	it("is cut off, the others hear everything, and what waited for it is let go", async () => {
		const { hub, listen, connections } = await open();
		const stalled = await Promise.all(Array.from({ length: 10 }, () => listen("topics=table")));
		const reading = await listen("topics=table");
		for (const { socket } of stalled) socket.pause();
		const words = "x".repeat(32 * 1024);
		let published = 0;
		// The kernel takes some megabytes for each before anything waits in the process.
		while (hub.countOn("table") > 1 && published < 2000) {
			hub.publish("table", "state", words);
			published += 1;
			await sleep(0);
		}
		expect(hub.countOn("table")).toBe(1);
		expect(cuts()).toHaveLength(10);
		for (const [line] of cuts())
			expect((line as unknown as { behind: number }).behind).toBeLessThanOrEqual(48 * 1024);
		await vi.waitFor(() => expect(reading.events).toHaveLength(published));
		await vi.waitFor(async () => expect(await connections()).toBe(1));
	});

	it("gets the latest tick, and none of those it missed, when it reads again", async () => {
		const { hub, listen } = await open();
		const slow = await listen("topics=table");
		slow.socket.pause();
		const words = "x".repeat(16 * 1024);
		const untilBehind = async () => {
			// Ticks alone never cut anybody off.
			for (let count = 0; count < 3000; count += 1) {
				hub.publish("table", "tick", [count, words], { latest: true });
				if (count % 50 === 0) await sleep(0);
			}
		};
		await untilBehind();
		expect(hub.countOn("table")).toBe(1);
		slow.socket.resume();
		await vi.waitFor(() => expect(slow.events.length).toBeGreaterThan(0));
		await sleep(300);
		const missed = 3000 - slow.events.length;
		expect(missed).toBeGreaterThan(0);
		hub.publish("table", "tick", ["last"], { latest: true });
		await vi.waitFor(() => expect(slow.events.at(-1)).toBe('table.tick ["last"]'));
	});

	it("is cut off after two signs of life that it did not take", async () => {
		const { hub, listen } = await open({ heartbeatMs: 100 });
		const [slow, well] = [await listen("topics=table"), await listen("topics=table")];
		slow.socket.pause();
		for (let count = 0; count < 3000 && hub.countOn("table") === 2; count += 1) {
			hub.publish("table", "tick", "x".repeat(16 * 1024), { latest: true });
			if (count % 50 === 0) await sleep(0);
		}
		await vi.waitFor(() => expect(hub.countOn("table")).toBe(1), { timeout: 3000 });
		expect(well.ended).toBeUndefined();
		expect(cuts()).toHaveLength(1);
	});
});

describe("a heartbeat", () => {
	it("is sent at every interval", async () => {
		const { listen } = await open({ heartbeatMs: 50 });
		const listener = await listen("topics=table");
		await vi.waitFor(() => expect(listener.events).toEqual(["heartbeat 1", "heartbeat 1", "heartbeat 1"]));
	});

	it("is the moment in which a session that is over ends", async () => {
		let time = 1000;
		const { hub, listen } = await open({ heartbeatMs: 50, now: () => time });
		const [over, going] = [await listen("topics=table&until=2000"), await listen("topics=table&until=3000")];
		await vi.waitFor(() => expect(over.events.length).toBeGreaterThan(1));
		time = 2000;
		expect(await over.end()).toBe("properly");
		expect([going.ended, hub.countOn("table")]).toEqual([undefined, 1]);
	});
});
