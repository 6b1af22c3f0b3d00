import type { Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { guarded } from "~/lib/guarded";
import { onRequest, type RequestContext } from "~/lib/request-context.server";
import type { Log } from "~/observability/log.server";

type Step = () => void | Promise<void>;

const DEADLINE_MS = 4500;
/** How long connections in the backlog are still accepted: closing immediately would reset them. */
const ACCEPT_MS = 50;
/** Minimum event loop iterations for that, because a busy process may spend all of ACCEPT_MS in one iteration. */
const ACCEPT_ITERATIONS = 10;
const QUIET_MS = 100;
/** How long an incomplete request may still arrive. */
const ARRIVE_MS = 1500;
const POLL_MS = 20;

/**
 * Installs handlers that shut the process down on SIGTERM and SIGINT: they run the stop steps, close the servers to
 * new connections, wait for open requests, run the end steps and exit with 0, or 1 if a step failed. Steps run one
 * after the other, the last registered first; a failed one is logged as `stop-step-failed`. Exits with 1 after 4.5 s
 * in any case.
 */
export function createShutdown(log: Log, exit: (code: number) => void = process.exit) {
	const stops: Step[] = [];
	const ends: Step[] = [];
	const open = new Set<RequestContext>();
	const servers = new Set<Server>();
	let ending = false;
	let failed = false;
	let lastRequestAt = 0;

	onRequest((context) => {
		const { response, server } = context;
		servers.add(server);
		open.add(context);
		lastRequestAt = performance.now();
		if (ending) response.shouldKeepAlive = false;
		const forget = guarded(() => open.delete(context));
		response.once("close", forget);
	});

	/** In reverse order of registration, because a step may depend on those before it. */
	async function run(steps: readonly Step[]) {
		for (const step of [...steps].reverse()) {
			try {
				await step();
			} catch (error) {
				failed = true;
				log.error({ event: "stop-step-failed", err: error });
			}
		}
	}

	/** Aborts requests whose body is incomplete; their handlers have changed nothing yet. */
	function abortIncomplete() {
		for (const { request } of open) if (!request.complete) request.destroy();
	}

	async function end(signal: string) {
		if (ending) return;
		ending = true;
		log.info({ event: "stopping", signal, openRequests: open.size });
		const stopLate = () => {
			log.error({ event: "stopped-late", openRequests: open.size });
			exit(1);
		};
		setTimeout(guarded(stopLate), DEADLINE_MS).unref();
		for (const { response } of open) response.shouldKeepAlive = false;
		const closings = [...servers].map(postponeClosing);
		await run(stops);
		await sleep(ACCEPT_MS);
		for (let count = 0; count < ACCEPT_ITERATIONS; count += 1) await nextTurn();
		for (const close of closings) close();
		lastRequestAt = performance.now();
		const closedAt = performance.now();
		while (open.size > 0 || performance.now() - lastRequestAt < QUIET_MS) {
			if (performance.now() - closedAt > ARRIVE_MS) abortIncomplete();
			await sleep(POLL_MS);
		}
		await run(ends);
		log.info({ event: "stopped" });
		exit(failed ? 1 : 0);
	}

	const onSignal = guarded(end);
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, onSignal);

	return {
		/** Runs the steps at the signal. For anything that keeps requests open, such as event streams. */
		onStop: (...steps: Step[]) => void stops.push(...steps),
		/** Runs the steps after all open requests are answered, before the process exits. */
		onEnd: (...steps: Step[]) => void ends.push(...steps),
		isEnding: () => ending,
	};
}

/** Disables `server.close`, which remix-serve calls at the same signal. @returns a function that closes the server. */
function postponeClosing(server: Server): () => void {
	server.close = () => server;
	// An idle connection may have a request that is not read yet, which is still answered.
	server.closeIdleConnections = () => {};
	return () => {
		// Restores the method of the prototype.
		Reflect.deleteProperty(server, "close");
		server.close();
	};
}
