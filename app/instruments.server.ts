/** The log and what measures the process, once for all of it. Put up first, so that nothing happens unseen. */
import { createPatternFinder, patternsIn } from "./operations/route-patterns";
import type { Config } from "./platform/config.server";
import { watchEventLoop } from "./platform/event-loop.server";
import { tallyEvents } from "./platform/event-tally.server";
import { runningJobs } from "./platform/jobs.server";
import { createLog } from "./platform/log.server";
import { createMetrics } from "./platform/metrics.server";
import { onRequest } from "./platform/node-request.server";
import { watchRequests } from "./platform/request-watch.server";
import { watchStatements } from "./platform/statement-watch.server";

export function createInstruments(config: Config, now: () => Date) {
	const log = createLog(config);
	const events = tallyEvents(log, now);
	const metrics = createMetrics(log);
	const statements = watchStatements(log, metrics);

	// The build stands on this module: its routes are known once it serves.
	let patternOf = createPatternFinder([]);
	const stopWaiting = onRequest(() => {
		stopWaiting();
		void import("virtual:remix/server-build").then(({ routes }) => {
			patternOf = createPatternFinder(patternsIn(routes));
		});
	});
	const requests = watchRequests({ log, metrics, statements, patternOf: (path) => patternOf(path) });
	const loop = watchEventLoop({
		log,
		metrics,
		whatRan: () => ({
			jobs: runningJobs(),
			statement: statements.takeLongest(),
			requests: requests.takeRecent(),
		}),
	});
	const refusals = metrics.counter<"code">(
		"plateia_action_refusals_total",
		"Forms refused by the front door, by reason; tooManyRequests is its rate limit.",
	);
	return { log, events, metrics, statements, requests, loop, refusals };
}
