import { beforeEach, expect, it, vi } from "vitest";
import { createMetrics, type Metrics } from "~/observability/metrics.server";

const log = { error: vi.fn() };
let metrics: Metrics;
beforeEach(() => {
	log.error.mockClear();
	metrics = createMetrics(log);
});

it("counters and histograms are written in the Prometheus text format", async () => {
	const bets = metrics.counter("bets_total", "Bets.", ["game"]);
	bets.inc({ game: "plinko" });
	bets.inc({ game: "plinko" }, 4);
	const seconds = metrics.histogram("seconds", "How long.", [0.1, 1]);
	for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(value);
	expect(await metrics.text()).toBe(
		`# HELP bets_total Bets.
# TYPE bets_total counter
bets_total{game="plinko"} 5
# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{le="0.1"} 2
seconds_bucket{le="1"} 3
seconds_bucket{le="+Inf"} 4
seconds_sum 3.65
seconds_count 4
`,
	);
});

it("label values are escaped", async () => {
	metrics.counter("odd_total", "One\nline \\ only.", ["a"]).inc({ a: 'x"} 1\nowned_total{b="\\' });
	expect(await metrics.text()).toBe(
		`# HELP odd_total One\\nline \\\\ only.
# TYPE odd_total counter
odd_total{a="x\\"} 1\\nowned_total{b=\\"\\\\"} 1
`,
	);
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
