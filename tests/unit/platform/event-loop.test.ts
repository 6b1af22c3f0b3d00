import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type EventLoopWatch, watchEventLoop } from "~/platform/event-loop.server";
import { createMetrics, type Metrics } from "~/platform/metrics.server";

const log = { warn: vi.fn(), error: vi.fn() };
let time: number;
let cpu: number;
let metrics: Metrics;
let watch: EventLoopWatch;
const whatRan = vi.fn(() => ({ jobs: ["tidy"] }));

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	log.warn.mockClear();
	[time, cpu] = [1000, 50];
	metrics = createMetrics(log);
	watch = watchEventLoop({ log, metrics, whatRan, now: () => time, cpuTime: () => cpu });
});
afterEach(() => {
	watch.end();
	vi.useRealTimers();
});

/** So much later, with the processor at work for `busyMs` of it. */
function beatAfter(ms: number, busyMs = 0) {
	time += ms;
	cpu += busyMs;
	watch.beat();
}

it("measures how late each turn comes, beyond the 20 ms it was to wait", async () => {
	beatAfter(20);
	beatAfter(24);
	beatAfter(120);
	const text = await metrics.text();
	expect(text).toContain('plateia_event_loop_lag_seconds_bucket{le="0.001"} 1\n');
	expect(text).toContain('plateia_event_loop_lag_seconds_bucket{le="0.005"} 2\n');
	expect(text).toContain('plateia_event_loop_lag_seconds_bucket{le="0.1"} 3\n');
	expect(log.warn).not.toHaveBeenCalled();
});

it("logs a stall a turn later, with the processor's time of it and what ran", async () => {
	beatAfter(20);
	beatAfter(420, 380);
	expect(log.warn).not.toHaveBeenCalled();
	beatAfter(20);
	expect(log.warn).toHaveBeenCalledExactlyOnceWith({
		event: "event-loop-stalled",
		ms: 400,
		cpuMs: 380,
		gcMs: 0,
		jobs: ["tidy"],
		untold: undefined,
	});
	expect(await metrics.text()).toContain("plateia_event_loop_stalls_total 1\n");
});

it("tells of stalls once in ten seconds, and then how many it has kept to itself", () => {
	for (let stall = 0; stall < 4; stall += 1) beatAfter(520);
	beatAfter(20);
	expect(log.warn).toHaveBeenCalledTimes(1);
	beatAfter(10_020);
	beatAfter(20);
	expect(log.warn).toHaveBeenCalledTimes(2);
	expect(log.warn).toHaveBeenLastCalledWith(expect.objectContaining({ ms: 10_000, untold: 3 }));
});

it("beats by itself, and no more at the end", () => {
	whatRan.mockClear();
	vi.advanceTimersByTime(100);
	expect(whatRan).toHaveBeenCalledTimes(5);
	watch.end();
	vi.advanceTimersByTime(100);
	expect(whatRan).toHaveBeenCalledTimes(5);
});
