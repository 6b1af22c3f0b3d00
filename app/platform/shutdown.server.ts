import type { Server } from "node:http";
import type { Log } from "./log.server";
import { onRequest } from "./node-request.server";

type Step = () => void | Promise<void>;

const DEADLINE_MS = 4500;

/**
 * Ends the process cleanly on SIGTERM and SIGINT: no new connections (remix-serve closes the server),
 * open requests are answered, then the steps run in reverse order of their registration.
 */
export function createShutdown(log: Log, exit: (code: number) => void = process.exit) {
	const steps: Step[] = [];
	const open = new Set<object>();
	const servers = new Set<Server>();
	let ending = false;
	let drained = () => {};

	onRequest(({ response, server }) => {
		servers.add(server);
		open.add(response);
		response.once("close", () => {
			open.delete(response);
			if (open.size === 0) drained();
		});
	});

	async function end(signal: string) {
		if (ending) return;
		ending = true;
		log.info({ event: "stopping", signal, openRequests: open.size });
		setTimeout(() => {
			log.error({ event: "stopped-late", openRequests: open.size });
			exit(1);
		}, DEADLINE_MS).unref();
		for (const server of servers) {
			server.close();
			server.closeIdleConnections();
		}
		if (open.size > 0) await new Promise<void>((resolve) => (drained = resolve));
		let failed = false;
		for (const step of steps.reverse()) {
			try {
				await step();
			} catch (error) {
				failed = true;
				log.error({ event: "stop-step-failed", err: error });
			}
		}
		log.info({ event: "stopped" });
		exit(failed ? 1 : 0);
	}

	for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(signal));

	return {
		/** Runs `step` at the end of the process, after the open requests were answered. */
		onEnd: (step: Step) => void steps.push(step),
		isEnding: () => ending,
	};
}
