import { createRequire } from "node:module";
import { guarded } from "~/lib/guarded";
import { clientAddress, onRequest } from "~/lib/request-context.server";
import type { Site } from "~/lib/site";
import type { StatementWatch } from "./statement-watch.server";

type Services = Pick<Site, "log" | "config" | "metrics"> & {
	statements: Pick<StatementWatch, "spentBy">;
	/** The route pattern that stands for a path in metrics, such as `/store/:id/redeem`. */
	patternOf(path: string): string;
	slowMs?: number;
	/** Monotonic, in ms. */
	now?: () => number;
};

const SLOW_MS = 1000;
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Bounds the label values: a client may send any method. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Subscribes to all HTTP requests of the process until `stop` is called, and switches off remix-serve's own request
 * log, which `stop` does not restore. Logs one line per request when its response is closed, and records its count and
 * its duration in seconds by route pattern. Requests of `slowMs` (by default 1000) or more are logged at warn, other
 * static files and rejected requests at debug.
 * @returns `open`: requests in progress; `failed` and `rejected`: counts since the start.
 */
export function logRequests({
	log,
	config,
	metrics,
	statements,
	patternOf,
	slowMs = SLOW_MS,
	now = () => performance.now(),
}: Services) {
	silenceServeLog();
	let open = 0;
	let failed = 0;
	let rejected = 0;
	const requests = metrics.counter(
		"plateia_http_requests_total",
		"Requests answered, or aborted by their client, by route and status; elsewhere if another process has to answer them.",
		["method", "route", "status"],
	);
	const durations = metrics.histogram(
		"plateia_http_request_duration_seconds",
		"From the arrival of the request, or of the rest of its body if that comes later, to the end of its response; requests rejected as overloaded are left out. A stream counts until it has begun.",
		BUCKETS,
		["route"],
	);
	metrics.readCounter(
		"plateia_http_requests_rejected_total",
		"Requests rejected as overloaded.",
		() => rejected,
	);
	metrics.readGauge("plateia_http_requests_open", "Requests that wait for their response.", () => open);

	/** The path as it is logged: a token in it is a secret. */
	function loggedPath(path: string): string {
		const pattern = patternOf(path);
		return pattern.includes("/:token") ? pattern : path;
	}

	const stop = onRequest((context) => {
		const { id, request, response, arrivedAt } = context;
		// Express changes the URL later. The query is left out: it may hold a secret.
		const path = request.url?.split("?", 1)[0] ?? "";
		const { method = "" } = request;
		let receivedAt = arrivedAt;
		open += 1;

		// Time that the client takes to send the body is not counted. Node discards an unread body after the response.
		const noteEnd = () => {
			if (!response.writableEnded) receivedAt = now();
		};
		const awaitEnd = () => {
			if (!request.complete) request.once("end", guarded(noteEnd));
		};
		setImmediate(guarded(awaitEnd));

		const record = () => {
			open -= 1;
			const ms = now() - receivedAt;
			const aborted = !response.writableFinished;
			const status = response.statusCode;
			const isUnanswered = context.isRejected || context.isElsewhere;
			const route = patternOf(path);
			requests.inc({
				method: METHODS.has(method) ? method : "other",
				route,
				status: context.isElsewhere ? "elsewhere" : aborted ? "aborted" : String(status),
			});
			if (context.isRejected) rejected += 1;
			if (!isUnanswered) {
				durations.observe({ route }, ms / 1000);
				if (!aborted && status >= 500) failed += 1;
			}
			const isSlow = ms >= slowMs && !aborted && !isUnanswered;
			const isQuiet = path.startsWith("/assets/") || isUnanswered;
			const level = isSlow ? "warn" : isQuiet ? "debug" : "info";
			const bodyMs = Math.round(receivedAt - arrivedAt);
			log[level]({
				event: "request",
				// The close event may fire in the context of another request.
				requestId: id,
				method,
				path: loggedPath(path),
				status,
				aborted: aborted || undefined,
				ms: Math.round(ms * 10) / 10,
				bodyMs: bodyMs || undefined,
				address: clientAddress(context, config.TRUSTED_PROXY_HOPS),
				...(isSlow && { slow: true, route, ...statements.spentBy(context), openRequests: open }),
			});
		};
		response.once("close", guarded(record));
	});

	return {
		open: () => open,
		durations,
		/** Responses with a status of 500 or more, without those rejected as overloaded. */
		failed: () => failed,
		rejected: () => rejected,
		loggedPath,
		stop,
	};
}

export type RequestLog = ReturnType<typeof logRequests>;

/** remix-serve prints a line of text per request through morgan's "tiny" format, which may be redefined. */
function silenceServeLog() {
	const require = createRequire(import.meta.url);
	const morgan = createRequire(require.resolve("@remix-run/serve/package.json"))("morgan");
	morgan.format("tiny", () => undefined);
}
