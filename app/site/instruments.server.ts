/** Log and metrics of the process. Created before everything else, so that they cover the whole start. */

import type { Config } from "~/lib/config.server";
import { guarded, inBackground, reportFaults } from "~/lib/guarded";
import { onRequest } from "~/lib/request-context.server";
import { watchEventLoop } from "~/observability/event-loop.server";
import { tallyEvents } from "~/observability/event-tally.server";
import { createLog } from "~/observability/log.server";
import { createMetrics } from "~/observability/metrics.server";
import { logRequests } from "~/observability/request-log.server";
import { watchStatements } from "~/observability/statement-watch.server";
import { createPatternFinder } from "~/operations/route-patterns";
import { readPages } from "./pages.server";

/**
 * Creates log and metrics, and starts to log requests and to measure the event loop. To be called once per process,
 * because it changes the log of remix-serve.
 */
export function createInstruments(config: Config, now: () => Date) {
	const log = createLog(config);
	reportFaults((error) => log.error({ event: "callback-failed", err: error }));
	const logUncaught = (error: Error) => log.error({ event: "exception-uncaught", err: error });
	// Node then prints the exception and ends the process.
	process.on("uncaughtExceptionMonitor", guarded(logUncaught));
	const events = tallyEvents(log, now);
	const metrics = createMetrics(log);
	const statements = watchStatements({ log, metrics });

	// The build imports this module, so its routes can be read only once requests arrive. The development server takes
	// requests while it loads the build: an import meanwhile gets a build without routes, and later requests as well.
	let patternOf = createPatternFinder([]);
	const readPatterns = async () => {
		const { routes }: { routes?: unknown } = await import("virtual:remix/server-build");
		if (!routes) return;
		stopWaiting();
		({ patternOf } = await readPages());
	};
	let stopWaiting = () => {};
	function learnRoutes() {
		stopWaiting = onRequest(({ response }) => {
			if (config.NODE_ENV === "development") response.once("finish", guarded(readPatterns));
			else inBackground(readPatterns);
		});
	}
	function surviveRejections() {
		const logRejection = (error: unknown) => log.error({ event: "rejection-unhandled", err: error });
		const stopWaitingForRequest = onRequest(() => {
			stopWaitingForRequest();
			process.on("unhandledRejection", guarded(logRejection));
		});
	}
	const requests = logRequests({ log, config, metrics, statements, patternOf: (path) => patternOf(path) });
	const loop = watchEventLoop({ log, metrics });
	const refusals = metrics.counter(
		"plateia_action_refusals_total",
		"Forms refused by createAction, by reason; tooManyRequests is the rate limit.",
		["code"],
	);
	return {
		...{ log, events, metrics, statements, requests, loop, refusals },
		/** Reads the routes of the build at the next request. Must be called after the setup, whose requests precede the build. */
		learnRoutes,
		/**
		 * From the next request on, logs rejections that nothing handles, which would end the process. Must be called after the
		 * setup: until the site itself serves, such a rejection is a failed start.
		 */
		surviveRejections,
	};
}
