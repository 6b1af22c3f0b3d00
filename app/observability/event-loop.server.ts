import {
	type IntervalHistogram,
	monitorEventLoopDelay,
	PerformanceObserver,
	type PerformanceObserverEntryList,
} from "node:perf_hooks";
import { guarded } from "~/lib/guarded";
import type { Site } from "~/lib/site";

type Services = Pick<Site, "log" | "metrics"> & {
	/** Monotonic, in ms. */
	now?: () => number;
	/** Starts a measurement of delays in ns. */
	monitor?: () => Pick<IntervalHistogram, "enable" | "disable" | "reset" | "percentile" | "max">;
};

const RESOLUTION_MS = 20;
const CHECK_MS = 1000;
const STALL_MS = 250;
const LOG_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;

/** Node's measured delay includes the interval of the timer that measures it. */
const lateMs = (delayNs: number) => Math.max(0, delayNs / 1e6 - RESOLUTION_MS);

/**
 * Measures the delay of the event loop's timers and registers its metrics. Counts stalls of 250 ms or more and logs
 * them as `event-loop-stalled` at most every 10 s.
 * @returns `lagP99`, the 99th percentile of the delay in the last full minute, in seconds, and `end`, which stops the
 * measurement.
 */
export function watchEventLoop({
	log,
	metrics,
	now = () => performance.now(),
	monitor = () => monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
}: Services) {
	const sinceCheck = monitor();
	const inMinute = monitor();
	sinceCheck.enable();
	inMinute.enable();
	let lastMinute: number | undefined;
	/** Seconds; 99th percentile of the last full minute, or since the start before there is one. */
	const lagP99 = () => lastMinute ?? lateMs(inMinute.percentile(99)) / 1000;
	let gcMs = 0;
	const addDurations = (list: PerformanceObserverEntryList) => {
		for (const { duration } of list.getEntries()) gcMs += duration;
	};
	const observer = new PerformanceObserver(guarded(addDurations));
	observer.observe({ entryTypes: ["gc"] });

	metrics.readGauge(
		"plateia_event_loop_lag_seconds",
		"How late timers fire, which every request waits at least: 99th percentile of the last full minute.",
		lagP99,
	);
	metrics.readCounter("plateia_gc_seconds_total", "Time spent on garbage collection.", () => gcMs / 1000);
	const stalls = metrics.counter(
		"plateia_event_loop_stalls_total",
		`Seconds in which the event loop stalled for ${STALL_MS} ms or longer.`,
	);

	let minuteSince = now();
	let loggedAt = Number.NEGATIVE_INFINITY;
	let before = { cpu: process.cpuUsage(), gcMs };

	function check() {
		const ms = Math.round(lateMs(sinceCheck.max));
		if (ms >= STALL_MS) {
			stalls.inc();
			if (now() - loggedAt >= LOG_EVERY_MS) {
				loggedAt = now();
				const { user, system } = process.cpuUsage(before.cpu);
				const cpuMs = Math.round((user + system) / 1000);
				log.warn({ event: "event-loop-stalled", ms, cpuMs, gcMs: Math.round(gcMs - before.gcMs) });
			}
		}
		before = { cpu: process.cpuUsage(), gcMs };
		// After a reset Node measures from the next tick on, so a stall that begins within these 20 ms is missed.
		sinceCheck.reset();
		if (now() - minuteSince < MINUTE_MS) return;
		lastMinute = lateMs(inMinute.percentile(99)) / 1000;
		inMinute.reset();
		minuteSince = now();
	}

	// Node reports the garbage collections of a stall one event loop iteration later.
	const checkSoon = guarded(() => setTimeout(guarded(check), RESOLUTION_MS).unref());
	const timer = setInterval(checkSoon, CHECK_MS).unref();

	return {
		lagP99,
		end() {
			clearInterval(timer);
			observer.disconnect();
			sinceCheck.disable();
			inMinute.disable();
		},
	};
}

export type EventLoopWatch = ReturnType<typeof watchEventLoop>;
