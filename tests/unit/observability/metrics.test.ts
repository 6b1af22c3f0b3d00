import { beforeEach, expect, it, vi } from "vitest";
import { createMetrics, type Metrics } from "~/observability/metrics.server";

const log = { error: vi.fn() };
let metrics: Metrics;
beforeEach(() => {
	log.error.mockClear();
	metrics = createMetrics(log);
});

it("a metric that cannot be read is omitted and logged, and the others are written", async () => {
	const failure = new Error("no disk");
	metrics.readGauge("broken", "Broken.", () => Promise.reject(failure));
	metrics.readGauge("whole", "Whole.", () => 1);
	expect(await metrics.text()).toBe("# HELP whole Whole.\n# TYPE whole gauge\nwhole 1\n");
	expect(log.error).toHaveBeenCalledExactlyOnceWith({
		event: "metric-unread",
		metric: "broken",
		err: failure,
	});
});
