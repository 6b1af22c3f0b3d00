import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.server";
import { type Exchange, onRequest } from "./node-request.server";

interface Tracking {
	isTracked(request: IncomingMessage): boolean;
	log: Log;
	/** Nobody is waited for longer. */
	mostMs?: number;
}

/**
 * Follows some requests from their arrival to their answer, for those whose fate a moment decides, such
 * as a cash-out before the crash.
 * @returns what resolves once every tracked request that had arrived whole at or before `moment`
 * (`performance.now()`) has its answer. One that is still on its way is not waited for.
 */
export function trackArrivals({ isTracked, log, mostMs = 4000 }: Tracking) {
	const open = new Map<Exchange, Promise<void>>();

	onRequest((exchange) => {
		if (!isTracked(exchange.request)) return;
		const answered = untilAnswered(exchange).then(() => void open.delete(exchange));
		open.set(exchange, answered);
	});

	return async function arrivalsBefore(moment: number): Promise<void> {
		const waited = [...open].filter(([{ wholeAt }]) => wholeAt !== undefined && wholeAt <= moment);
		if (waited.length === 0) return;
		const late = new AbortController();
		const timeOut = sleep(mostMs, "late", { signal: late.signal }).catch(() => undefined);
		const first = await Promise.race([timeOut, Promise.all(waited.map(([, answered]) => answered))]);
		late.abort();
		if (first !== "late") return;
		const requestIds = waited.flatMap(([exchange]) => (open.has(exchange) ? exchange.id : []));
		log.warn({ event: "answers-late", requestIds });
	};
}

/**
 * An answer is decided when its head is written. That it is read as well may take as long as its client
 * likes: one that had asked for something slow before, on the same connection, gets it only after that.
 */
export function untilAnswered({ response }: Exchange): Promise<void> {
	return new Promise((resolve) => {
		const writeHead = response.writeHead as (...args: unknown[]) => typeof response;
		response.writeHead = (...args: unknown[]) => {
			resolve();
			return writeHead.apply(response, args);
		};
		response.once("close", resolve);
	});
}
