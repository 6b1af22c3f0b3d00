/** The log and what measures the process, once for all of it. Put up first, so that nothing happens unseen. */
import { createPatternFinder, patternsIn } from "./operations/route-patterns";
import type { Config } from "./platform/config.server";
import { watchEventLoop } from "./platform/event-loop.server";
import { tallyEvents } from "./platform/event-tally.server";
import { createLog } from "./platform/log.server";
import { createMetrics } from "./platform/metrics.server";
import { onRequest } from "./platform/node-request.server";
import { logRequests } from "./platform/request-log.server";
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
	const requests = logRequests({ log, config, metrics, statements, patternOf: (path) => patternOf(path) });
	const loop = watchEventLoop({ log, metrics });
	const refusals = metrics.counter(
		"plateia_action_refusals_total",
		"Forms refused by createAction, by reason; tooManyRequests is the rate limit.",
		["code"],
	);
	return { log, events, metrics, statements, requests, loop, refusals };
}
