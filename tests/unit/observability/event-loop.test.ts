import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type EventLoopWatch, watchEventLoop } from "~/observability/event-loop.server";
import { createMetrics, type Metrics } from "~/observability/metrics.server";

const log = { warn: vi.fn(), error: vi.fn() };
let time: number;
let metrics: Metrics;
let watch: EventLoopWatch;

beforeEach(() => {
	log.warn.mockClear();
	time = 1000;
	metrics = createMetrics(log);
	watch = watchEventLoop({ log, metrics, checkMs: 200, now: () => time });
});
afterEach(() => watch.end());

/** Blocks the event loop until a stall is counted. A stall that starts right after a check is not detected. */
async function stall(ms: number) {
	const before = await stallCount();
	while ((await stallCount()) === before) {
		await sleep(60);
		const until = performance.now() + ms;
		while (performance.now() < until);
		await sleep(300);
	}
}

const stallCount = async () =>
	Number(/^plateia_event_loop_stalls_total (\d+)$/m.exec(await metrics.text())?.[1]);

it("a stall is counted and logged with its CPU time", async () => {
	await stall(400);
	expect(log.warn).toHaveBeenCalledExactlyOnceWith({
		event: "event-loop-stalled",
		ms: expect.any(Number),
		cpuMs: expect.any(Number),
		gcMs: expect.any(Number),
	});
	const { ms } = log.warn.mock.calls[0]?.[0] ?? {};
	// The machine may have stalled the process before the test did.
	expect(ms).toBeGreaterThanOrEqual(250);
});

it("at most one stall is logged in ten seconds, and all are counted", async () => {
	await stall(350);
	await stall(350);
	expect(log.warn).toHaveBeenCalledTimes(1);
	time += 10_001;
	await stall(350);
	expect(log.warn).toHaveBeenCalledTimes(2);
	expect(await stallCount()).toBeGreaterThanOrEqual(3);
});

it("the lag is that of the last full minute, or of the current minute before there is one", async () => {
	await stall(350);
	expect(watch.lagP99()).toBeGreaterThan(0.25);
	expect(await metrics.text()).toContain(`plateia_event_loop_lag_seconds ${watch.lagP99()}\n`);
	await vi.waitFor(
		() => {
			time += 60_001;
			expect(watch.lagP99()).toBeLessThan(0.25);
		},
		{ interval: 500, timeout: 20_000 },
	);
});
