import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchEventLoop } from "~/observability/event-loop.server";
import { createMetrics } from "~/observability/metrics.server";
import { testSite } from "../../support/test-site";

/** A measurement whose result the test sets, in ms. Node's includes the 20 ms of the timer that measures. */
function measurement() {
	let ms = 0;
	const inNs = () => (ms + 20) * 1e6;
	return {
		...{ enable: () => true, disable: () => true, percentile: inNs },
		measure: (value: number) => {
			ms = value;
		},
		reset: () => {
			ms = 0;
		},
		get max() {
			return inNs();
		},
	};
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("stalls are counted, and one in ten seconds is logged; the lag is that of the last full minute", async () => {
	const log = { warn: vi.fn(), error: vi.fn() };
	const metrics = createMetrics(log);
	const [sinceCheck, inMinute] = [measurement(), measurement()];
	const monitor = vi.fn().mockReturnValueOnce(sinceCheck).mockReturnValueOnce(inMinute);
	const watch = watchEventLoop({ ...testSite({ log, metrics }), now: () => Date.now(), monitor });
	const stalls = async () => Number(/_stalls_total (\d+)$/m.exec(await metrics.text())?.[1]);
	/** The measurement of a second. */
	const second = (ms: number) => {
		sinceCheck.measure(ms);
		inMinute.measure(ms);
		return vi.advanceTimersByTimeAsync(1000);
	};
	await second(249);
	await second(300);
	expect(await stalls()).toBe(1);
	expect(log.warn).toHaveBeenCalledExactlyOnceWith({
		...{ event: "event-loop-stalled", ms: 300, cpuMs: expect.any(Number), gcMs: expect.any(Number) },
	});
	expect(watch.lagP99(), "before there is a full minute").toBe(0.3);
	for (let count = 0; count < 9; count++) await second(250);
	expect([await stalls(), log.warn.mock.calls.length]).toEqual([10, 1]);
	await second(250);
	expect([await stalls(), log.warn.mock.calls.length]).toEqual([11, 2]);
	for (let count = 0; count < 49; count++) await second(100);
	expect(watch.lagP99()).toBe(0.1);
	for (let count = 0; count < 10; count++) await second(200);
	expect(await metrics.text(), "the last full minute").toContain("plateia_event_loop_lag_seconds 0.1\n");
	await vi.advanceTimersByTimeAsync(20);
	watch.end();
	expect(vi.getTimerCount()).toBe(0);
});
