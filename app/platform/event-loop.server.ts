import { PerformanceObserver } from "node:perf_hooks";
import type { Log } from "./log.server";
import type { Histogram, Metrics } from "./metrics.server";

interface Tools {
	log: Pick<Log, "warn">;
	metrics: Metrics;
	/** What has run since the last time this was asked. */
	whatRan(): object;
	/** In ms; never goes back. */
	now?: () => number;
	/** In ms. */
	cpuTime?: () => number;
}

const BEAT_MS = 20;
/** A cash-out that arrives meanwhile is read so much later. */
const STALL_MS = 250;
/** However often it stalls, one line of the log in this time tells of it. */
const TOLD_EVERY_MS = 10_000;
/** Seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Stall {
	from: number;
	to: number;
	cpuMs: number;
}

/**
 * Measures how late the event loop comes round, every 20 ms, and logs when it stood still for long: with the
 * processor's time of that while (little of it: the process waited, for the disk or for its turn), with the
 * garbage collector's and with what ran.
 */
export function watchEventLoop({ log, metrics, whatRan, now = () => performance.now(), ...tools }: Tools) {
	const cpuTime = tools.cpuTime ?? processorMs;
	const lag: Histogram<never> = metrics.histogram(
		"plateia_event_loop_lag_seconds",
		"How late a timer of 20 ms fires: what every request waits at least.",
		BOUNDS,
	);
	let stalls = 0;
	let stalledMs = 0;
	metrics.read(
		"counter",
		"plateia_event_loop_stalls_total",
		`Times that the event loop stood still for ${STALL_MS} ms or longer.`,
		() => stalls,
	);

	let collections: { from: number; to: number }[] = [];
	let collectedMs = 0;
	const observer = new PerformanceObserver((list) => {
		for (const { startTime, duration } of list.getEntries()) {
			collectedMs += duration;
			collections.push({ from: startTime, to: startTime + duration });
		}
	});
	observer.observe({ entryTypes: ["gc"] });
	metrics.read(
		"counter",
		"plateia_gc_seconds_total",
		"Time spent collecting garbage.",
		() => collectedMs / 1000,
	);

	let before = { at: now(), cpu: cpuTime() };
	let pending: (Stall & { ran: object }) | undefined;
	let toldAt = Number.NEGATIVE_INFINITY;
	let untold = 0;

	function beat() {
		const at = now();
		const cpu = cpuTime();
		// What the collector did is known a turn later.
		if (pending) tell(pending);
		pending = undefined;
		const late = Math.max(0, at - before.at - BEAT_MS);
		lag.observe({} as Record<never, string>, late / 1000);
		const ran = whatRan();
		if (late >= STALL_MS) {
			stalls += 1;
			stalledMs += late;
			pending = { from: before.at, to: at, cpuMs: cpu - before.cpu, ran };
		}
		collections = collections.filter(({ to }) => to > before.at);
		before = { at, cpu };
	}

	function tell({ from, to, cpuMs, ran }: Stall & { ran: object }) {
		if (to - toldAt < TOLD_EVERY_MS) {
			untold += 1;
			return;
		}
		const within = collections.filter((one) => one.to > from && one.from < to);
		const gcMs = within.reduce((sum, one) => sum + (one.to - one.from), 0);
		log.warn({
			event: "event-loop-stalled",
			ms: Math.round(to - from - BEAT_MS),
			cpuMs: Math.round(cpuMs),
			gcMs: Math.round(gcMs),
			...ran,
			/** Stalls before this one that the log has not told. */
			untold: untold || undefined,
		});
		toldAt = to;
		untold = 0;
	}

	const timer = setInterval(beat, BEAT_MS).unref();

	return {
		lag,
		beat,
		/** How long all stalls took together, in ms. */
		stalledMs: () => stalledMs,
		end() {
			clearInterval(timer);
			observer.disconnect();
		},
	};
}

export type EventLoopWatch = ReturnType<typeof watchEventLoop>;

function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}
