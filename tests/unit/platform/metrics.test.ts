import { beforeEach, expect, it, vi } from "vitest";
import { createMetrics, type Metrics } from "~/platform/metrics.server";

const log = { error: vi.fn() };
let metrics: Metrics;
beforeEach(() => {
	log.error.mockClear();
	metrics = createMetrics(log);
});

it("counts by labels and writes it down as Prometheus reads it", async () => {
	const bets = metrics.counter<"game" | "side">("bets_total", "Bets.");
	bets.add({ game: "plinko", side: "left" });
	bets.add({ game: "plinko", side: "left" }, 4);
	bets.add({ game: "crash", side: "left" });
	expect(await metrics.text()).toBe(
		`# HELP bets_total Bets.
# TYPE bets_total counter
bets_total{game="plinko",side="left"} 5
bets_total{game="crash",side="left"} 1
`,
	);
});

it("tells of a histogram how many lie at or under each bound, their sum and their number", async () => {
	const seconds = metrics.histogram<"route">("seconds", "How long.", [0.1, 1]);
	for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe({ route: "/" }, value);
	expect(await metrics.text()).toBe(
		`# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{route="/",le="0.1"} 2
seconds_bucket{route="/",le="1"} 3
seconds_bucket{route="/",le="+Inf"} 4
seconds_sum{route="/"} 3.65
seconds_count{route="/"} 4
`,
	);
	seconds.observe({ route: "/store" }, 0.2);
	expect(seconds.counts()).toEqual([2, 2, 1]);
});

it("looks up what stands elsewhere only when it is asked", async () => {
	const read = vi.fn(async () => [{ labels: { topic: "lobby" }, value: 3 }]);
	metrics.read("gauge", "streams", "Streams.", read);
	metrics.read("gauge", "answer", "It.", () => 42);
	expect(read).not.toHaveBeenCalled();
	expect(await metrics.text()).toContain('streams{topic="lobby"} 3\n');
	expect(await metrics.text()).toContain("\nanswer 42\n");
	expect(read).toHaveBeenCalledTimes(2);
});

it("lets no value break out of its quotes or its line", async () => {
	metrics.counter<"a">("odd_total", "One\nline \\ only.").add({ a: 'x"} 1\nowned_total{b="\\' });
	expect(await metrics.text()).toBe(
		`# HELP odd_total One\\nline \\\\ only.
# TYPE odd_total counter
odd_total{a="x\\"} 1\\nowned_total{b=\\"\\\\"} 1
`,
	);
});

it("leaves out what cannot be read, says so in the log and tells the rest", async () => {
	const failure = new Error("no disk");
	metrics.read("gauge", "broken", "Broken.", () => Promise.reject(failure));
	metrics.read("gauge", "whole", "Whole.", () => 1);
	expect(await metrics.text()).toBe("# HELP whole Whole.\n# TYPE whole gauge\nwhole 1\n");
	expect(log.error).toHaveBeenCalledExactlyOnceWith({
		event: "metric-unread",
		metric: "broken",
		err: failure,
	});
});

it("refuses a second metric of the same name", () => {
	metrics.counter("same", "One.");
	expect(() => metrics.read("gauge", "same", "Other.", () => 1)).toThrow(RangeError);
});
