import type { Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { onRequest, type RequestContext } from "~/lib/request-context.server";
import type { Log } from "~/observability/log.server";

type Step = () => void | Promise<void>;

const DEADLINE_MS = 4500;
/** So long connections that already wait are still accepted: closing at once would reset them. */
const ACCEPT_MS = 50;
/** Turns of the event loop, each of which reads what has come: a busy one may spend all that time on one turn. */
const ACCEPT_TURNS = 10;
const QUIET_MS = 100;
/** So long a request that is on its way may still arrive. */
const ARRIVE_MS = 1500;
const POLL_MS = 20;

/**
 * Ends the process cleanly on SIGTERM and SIGINT: what would never end by itself is stopped, no new
 * connections, open requests are answered, then comes what they needed until then.
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
		response.once("close", () => open.delete(context));
	});

	/** The last first: it may stand on those before it. */
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

	/** Nothing was done yet for a request whose body is incomplete. */
	function breakOffUnsent() {
		for (const { request } of open) if (!request.complete) request.destroy();
	}

	async function end(signal: string) {
		if (ending) return;
		ending = true;
		log.info({ event: "stopping", signal, openRequests: open.size });
		setTimeout(() => {
			log.error({ event: "stopped-late", openRequests: open.size });
			exit(1);
		}, DEADLINE_MS).unref();
		for (const { response } of open) response.shouldKeepAlive = false;
		const closings = [...servers].map(postponeClosing);
		await run(stops);
		await sleep(ACCEPT_MS);
		for (let turn = 0; turn < ACCEPT_TURNS; turn += 1) await nextTurn();
		for (const close of closings) close();
		lastRequestAt = performance.now();
		const closedAt = performance.now();
		while (open.size > 0 || performance.now() - lastRequestAt < QUIET_MS) {
			if (performance.now() - closedAt > ARRIVE_MS) breakOffUnsent();
			await sleep(POLL_MS);
		}
		await run(ends);
		log.info({ event: "stopped" });
		exit(failed ? 1 : 0);
	}

	for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(signal));

	return {
		/** Runs `step` at the signal, for what keeps a request open: streams and what feeds them. */
		onStop: (step: Step) => void stops.push(step),
		/** Runs `step` at the end of the process, after the open requests were answered. */
		onEnd: (step: Step) => void ends.push(step),
		isEnding: () => ending,
	};
}

/** remix-serve closes the server at the same signal. @returns what closes it when it is time. */
function postponeClosing(server: Server): () => void {
	server.close = () => server;
	// A connection that looks idle may hold a request that is not read yet: that one is answered first.
	server.closeIdleConnections = () => {};
	return () => {
		// The prototype's own is back.
		Reflect.deleteProperty(server, "close");
		server.close();
	};
}
