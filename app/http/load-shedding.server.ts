/**
 * Load shedding. GET and HEAD requests queue before Express and Remix for a bounded number of concurrent slots, and are
 * rejected with a static 503 page after a maximum wait. Forms queue in `createAction`.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "~/lib/config.server";
import { hasFairShare } from "~/lib/fair-share";
import { guarded, inBackground } from "~/lib/guarded";
import {
	type Middleware,
	networkOf,
	type RequestContext,
	sharerOf,
	untilAnswered,
} from "~/lib/request-context.server";
import type { Log } from "~/observability/log.server";
import { createRequestQueue, type QueueLimits, type RequestQueue, waitForSlot } from "./request-queue.server";
import { type AnswerOf, refuse } from "./unavailable.server";

type Settings = Pick<Config, "TRUSTED_PROXY_HOPS" | "RATE_LIMIT_SCALE">;

interface Tools {
	log: Pick<Log, "warn">;
	config: Settings;
	/** Paths of the static files, which bypass the queues. */
	files: ReadonlySet<string>;
	answerOf: AnswerOf;
}

type QueueName = "page" | "answer" | "part" | "picture" | "monitor" | "form" | "game";

/**
 * Rendering is a few ms of CPU on one thread, so more concurrency only adds latency. `part`: requests of open pages
 * (event streams, avatars, APIs). `picture`: uploaded pictures, which may wait for the object store. `answer`: the page that a form
 * without scripts is answered with. A form waits longer than a page, because its sender would have to submit it again.
 */
const LIMITS: Record<QueueName, QueueLimits> = {
	page: { concurrent: 4, waiting: 500, maxWaitMs: 10_000 },
	answer: { concurrent: 2, waiting: 500, maxWaitMs: 20_000 },
	part: { concurrent: 4, waiting: 2000, maxWaitMs: 10_000 },
	picture: { concurrent: 4, waiting: 2000, maxWaitMs: 10_000 },
	monitor: { concurrent: 2, waiting: 20, maxWaitMs: 2000 },
	// Forms that start together share a commit, which is their main cost.
	form: { concurrent: 16, waiting: 1000, maxWaitMs: 20_000, iterationsBetween: 1, startsTogether: true },
	// Its decisions take a fraction of a millisecond.
	game: { concurrent: 16, waiting: 1000, maxWaitMs: 5000, iterationsBetween: 1 },
};
const PICTURES = "/slot-images/";
const PARTS = /^\/(live$|avatars\/|api\/|.*\/picture\.png$)/;
const MONITORS = ["/healthz", "/metrics"];
const LOG_EVERY_MS = 10_000;

/**
 * Creates the queues for forms and the middleware that queues reads. RATE_LIMIT_SCALE multiplies the share
 * of a client. Logs `overloaded` at most every 10 s.
 * @returns the queues, the number of waiting requests, `waitToRenderAnswer`, which resolves to a function that frees the
 * slot, or to undefined for a rejected request, and the middleware.
 */
export function shedLoad(
	{ log, config, files, answerOf }: Tools,
	{ outsideMs }: Pick<QueueLimits, "outsideMs"> = {},
) {
	const queues = Object.fromEntries(
		Object.entries(LIMITS).map(([name, limits]) => [
			name,
			createRequestQueue({ ...limits, outsideMs, shareScale: config.RATE_LIMIT_SCALE }),
		]),
	) as Record<QueueName, RequestQueue>;
	const keyOf = (context: RequestContext) => sharerOf(context, config.TRUSTED_PROXY_HOPS);
	let loggedAt = Number.NEGATIVE_INFINITY;
	const sumOf = (name: "open" | "waiting" | "rejected") =>
		Object.values(queues).reduce((sum, queue) => sum + queue.counts()[name], 0);

	function queueOf(url: string): QueueName {
		const [path = ""] = url.split("?", 1);
		if (path.startsWith(PICTURES)) return "picture";
		return PARTS.test(path) ? "part" : MONITORS.includes(path) ? "monitor" : "page";
	}

	function reject(context: RequestContext) {
		context.isRejected = true;
		refuse(context, "busy", answerOf);
		if (performance.now() - loggedAt < LOG_EVERY_MS) return;
		loggedAt = performance.now();
		log.warn({ event: "overloaded", rejected: sumOf("rejected"), waiting: sumOf("waiting") });
	}

	const middleware: Middleware = (context, pass) => {
		const { method, url = "" } = context.request;
		if ((method !== "GET" && method !== "HEAD") || files.has(url)) return pass();
		const leaveQueue = queues[queueOf(url)].enter(keyOf(context), {
			start(leave) {
				inBackground(() => untilAnswered(context).then(leave));
				pass();
			},
			reject: () => reject(context),
		});
		context.response.once("close", guarded(leaveQueue));
	};

	return {
		queues,
		waiting: () => sumOf("waiting"),
		/**
		 * Waits for a slot to render the page that answers a form: a POST does not pass the middleware's queues. Resolves
		 * to a function that frees the slot; undefined if the request is rejected as overloaded.
		 */
		waitToRenderAnswer: (context: RequestContext) =>
			waitForSlot(queues.answer, keyOf(context), context.response),
		middleware,
	};
}

/** Concurrent connections. */
const MAX_CONNECTIONS = 25_000;
/** Time to receive a request head, and a whole request: the largest picture at half a megabit per second. */
const HEAD_MS = 20_000;
const REQUEST_MS = 120_000;

/**
 * Limits the concurrent connections of the process, of which each network gets a fair share, and the time to receive a
 * request; further connections are closed. Behind a trusted proxy there are no shares, because all connections come from
 * the proxy. Logs `too-many-connections` at most every 10 s.
 * @returns a function that removes the limits for new connections.
 */
export function limitConnections(
	{ RATE_LIMIT_SCALE, TRUSTED_PROXY_HOPS }: Settings,
	log: Pick<Log, "warn">,
	limits = { headMs: HEAD_MS, requestMs: REQUEST_MS, total: MAX_CONNECTIONS },
): () => void {
	const open = new Map<string, number>();
	let free = limits.total;
	let loggedAt = Number.NEGATIVE_INFINITY;
	// Stock remix-serve does not expose its server; Node publishes each connection on a diagnostics channel.
	const onConnection = guarded((message: unknown) => {
		const { socket } = message as { socket: Socket & { server?: unknown } };
		const { server } = socket;
		if (!(server instanceof Server)) return;
		server.headersTimeout = limits.headMs;
		server.requestTimeout = limits.requestMs;
		server.maxConnections = limits.total;
		const address = networkOf(socket.remoteAddress ?? "unknown");
		const held = open.get(address) ?? 0;
		const isAccepted = TRUSTED_PROXY_HOPS > 0 || hasFairShare(held, free, RATE_LIMIT_SCALE);
		open.set(address, held + 1);
		free -= 1;
		const forget = () => {
			free += 1;
			const left = (open.get(address) ?? 1) - 1;
			if (left > 0) open.set(address, left);
			else open.delete(address);
		};
		socket.once("close", guarded(forget));
		if (isAccepted) return;
		socket.destroy();
		if (performance.now() - loggedAt < LOG_EVERY_MS) return;
		loggedAt = performance.now();
		log.warn({ event: "too-many-connections", address, open: held + 1 });
	});
	subscribe("net.server.socket", onConnection);
	return () => void unsubscribe("net.server.socket", onConnection);
}
