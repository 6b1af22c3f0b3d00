import type { Log } from "./log.server";
import type { Metrics } from "./metrics.server";
import { type Exchange, onRequest } from "./node-request.server";
import type { StatementWatch } from "./statement-watch.server";

interface Tools {
	log: Pick<Log, "warn">;
	metrics: Metrics;
	statements: Pick<StatementWatch, "spentBy">;
	/** The pattern that stands for a path in figures, such as `/store/:id/redeem`. */
	patternOf(path: string): string;
	slowMs?: number;
}

interface Open {
	id: string;
	method: string;
	path: string;
}

const SLOW_MS = 1000;
/** Seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Anybody may send any other word. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const MOST_NAMED = 10;

/** Counts and times requests by the pattern of their path, and logs the slow ones with what they spent. */
export function watchRequests({ log, metrics, statements, patternOf, slowMs = SLOW_MS }: Tools) {
	const open = new Map<Exchange, Open>();
	/** Those that ended since the last time somebody asked what is going on. */
	let justEnded: Open[] = [];
	let failed = 0;
	let turnedAway = 0;

	const requests = metrics.counter<"method" | "route" | "status">(
		"plateia_http_requests_total",
		"Requests answered, or given up by their client, by route and status.",
	);
	const durations = metrics.histogram<"route">(
		"plateia_http_request_duration_seconds",
		"From the request's last byte to the end of its answer, but for those turned away. A stream counts until it has begun.",
		BOUNDS,
	);
	metrics.read(
		"counter",
		"plateia_http_requests_turned_away_total",
		"Requests turned away under overload.",
		() => turnedAway,
	);
	metrics.read(
		"gauge",
		"plateia_http_requests_open",
		"Requests that wait for their answer.",
		() => open.size,
	);

	function note(exchange: Exchange, { id, method, path }: Open) {
		const { response, arrivedAt, wholeAt } = exchange;
		const endedAt = performance.now();
		// How long its client took to send it says nothing of the site.
		const ms = endedAt - (wholeAt ?? arrivedAt);
		const route = patternOf(path);
		const aborted = !response.writableFinished;
		const status = aborted ? "aborted" : String(response.statusCode);
		requests.add({ method: METHODS.has(method) ? method : "other", route, status });
		if (exchange.isTurnedAway) {
			turnedAway += 1;
			return;
		}
		durations.observe({ route }, ms / 1000);
		if (!aborted && response.statusCode >= 500) failed += 1;
		if (justEnded.length < MOST_NAMED) justEnded.push({ id, method, path });
		if (ms < slowMs || aborted) return;
		const { statements: count, ms: databaseMs } = statements.spentBy(exchange);
		log.warn({
			event: "request-slow",
			// The line may be written on behalf of another request.
			requestId: id,
			method,
			path,
			route,
			status: response.statusCode,
			ms: Math.round(ms),
			bodyMs: Math.round((wholeAt ?? arrivedAt) - arrivedAt),
			statements: count,
			databaseMs: Math.round(databaseMs),
			others: open.size,
		});
	}

	const stop = onRequest((exchange) => {
		const { id, request, response } = exchange;
		// Express changes the address while it hands the request on.
		const about = { id, method: request.method ?? "", path: request.url?.split("?", 1)[0] ?? "" };
		open.set(exchange, about);
		response.once("close", () => {
			open.delete(exchange);
			note(exchange, about);
		});
	});

	return {
		/** Requests under way, and those that ended since the last time this was asked; not all when there are many. */
		takeRecent(): Open[] {
			const recent = [...justEnded, ...[...open.values()].slice(0, MOST_NAMED)];
			justEnded = [];
			return recent;
		},
		open: () => open.size,
		durations,
		/** Answers with a status of 500 or more, but for those turned away. */
		failed: () => failed,
		turnedAway: () => turnedAway,
		stop,
	};
}

export type RequestWatch = ReturnType<typeof watchRequests>;
