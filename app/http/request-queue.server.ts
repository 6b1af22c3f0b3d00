/**
 * A request queue with bounded concurrency. Further requests wait in the order of arrival. A request is rejected as
 * overloaded when too many wait, or when it has waited too long.
 */
import type { ServerResponse } from "node:http";
import { hasFairShare } from "~/lib/fair-share";
import { guarded } from "~/lib/guarded";

export interface QueueLimits {
	/** Requests that are processed at the same time. */
	concurrent: number;
	/** Requests that may wait, of which each key gets a fair share. */
	waiting: number;
	/** Multiplies the share of a key; 1 by default. */
	shareScale?: number;
	/** Maximum wait of one request. */
	maxWaitMs: number;
	/** A request that takes longer is assumed to wait for an outside service, and frees its slot; 1 s by default. */
	outsideMs?: number | undefined;
	/**
	 * Event loop iterations between the starts of two waiting requests, by default 8. Node accepts one connection per iteration, so
	 * several keep new connections from timing out while requests take long.
	 */
	iterationsBetween?: number;
	/** Whether waiting requests start together in all free slots, for requests that share their main cost. */
	startsTogether?: boolean;
}

interface Waiting {
	key: string;
	/** `performance.now()` */
	since: number;
	start(leave: () => void): void;
	reject(): void;
}

const OUTSIDE_MS = 1000;
/** Maximum number of such requests per slot. */
const MAX_OUTSIDE = 10;
const ITERATIONS_BETWEEN = 8;

/**
 * Creates a queue. A started request occupies a slot until it is done, but for at most `outsideMs`. At most 11 requests
 * per slot are in progress.
 */
export function createRequestQueue(limits: QueueLimits) {
	const { concurrent, waiting, shareScale, maxWaitMs, outsideMs = OUTSIDE_MS } = limits;
	const { iterationsBetween = ITERATIONS_BETWEEN, startsTogether = false } = limits;
	/** In the order of arrival. */
	const queued = new Set<Waiting>();
	const queuedByKey = new Map<string, number>();
	/** Requests that occupy a slot, and requests that are started but not done (some of which have freed their slot). */
	let working = 0;
	let open = 0;
	let rejected = 0;
	let isWakeScheduled = false;
	/** Fires when the oldest request reaches the maximum wait. */
	let rejectTimer: NodeJS.Timeout | undefined;

	const hasSlot = () => working < concurrent && open < concurrent * (1 + MAX_OUTSIDE);

	function remove(one: Waiting): void {
		if (!queued.delete(one)) return;
		const left = (queuedByKey.get(one.key) ?? 1) - 1;
		if (left > 0) queuedByKey.set(one.key, left);
		else queuedByKey.delete(one.key);
	}

	function start(one: Waiting) {
		working += 1;
		open += 1;
		let isWorking = true;
		let isOpen = true;
		const freeSlot = () => {
			if (!isWorking) return;
			isWorking = false;
			working -= 1;
			wake();
		};
		const outside = setTimeout(guarded(freeSlot), outsideMs).unref();
		one.start(() => {
			if (!isOpen) return;
			isOpen = false;
			open -= 1;
			clearTimeout(outside);
			freeSlot();
			wake();
		});
	}

	function wake() {
		if (isWakeScheduled || queued.size === 0 || !hasSlot()) return;
		isWakeScheduled = true;
		afterIterations(iterationsBetween, () => {
			isWakeScheduled = false;
			for (const next of queued) {
				if (!hasSlot()) return;
				remove(next);
				start(next);
				if (!startsTogether) break;
			}
			wake();
		});
	}

	function rejectLate() {
		rejectTimer = undefined;
		for (const one of queued) {
			const left = one.since + maxWaitMs - performance.now();
			if (left > 0) {
				rejectTimer = setTimeout(guarded(rejectLate), left).unref();
				return;
			}
			remove(one);
			rejected += 1;
			one.reject();
		}
	}

	return {
		/**
		 * Calls either `start` (now or later), with a function that must be called once the request is done, or `reject`
		 * (now, if too many wait, or after the maximum wait).
		 * @param key identifies the client, whose share of the waiting requests is limited.
		 * @returns a function that removes the request from the queue, for a client that has disconnected. It has no
		 * effect once the request is started.
		 */
		enter(key: string, { start: begin, reject }: Pick<Waiting, "start" | "reject">): () => void {
			const one: Waiting = { key, since: performance.now(), start: begin, reject };
			const withSameKey = queuedByKey.get(key) ?? 0;
			if (queued.size === 0 && hasSlot()) start(one);
			else if (!hasFairShare(withSameKey, waiting - queued.size, shareScale)) {
				rejected += 1;
				reject();
			} else {
				queued.add(one);
				queuedByKey.set(key, withSameKey + 1);
				if (!rejectTimer) rejectTimer = setTimeout(guarded(rejectLate), maxWaitMs).unref();
				wake();
			}
			return () => remove(one);
		},

		/** Requests in progress and waiting now, and the number of rejected ones since the start. */
		counts: () => ({ open, waiting: queued.size, rejected }),
	};
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;

/**
 * Waits for a slot on behalf of a request whose handler is already running. The request leaves the queue when the
 * connection of `response` closes.
 * @returns a function that frees the slot and must be called; undefined if the request is rejected as overloaded or
 * its client has disconnected.
 */
export const waitForSlot = (queue: Pick<RequestQueue, "enter">, key: string, response?: ServerResponse) =>
	new Promise<(() => void) | undefined>((resolve) => {
		const leaveQueue = queue.enter(key, { start: resolve, reject: () => resolve(undefined) });
		const leave = () => {
			leaveQueue();
			resolve(undefined);
		};
		response?.once("close", guarded(leave));
	});

function afterIterations(count: number, run: () => void) {
	setImmediate(guarded(count > 1 ? () => afterIterations(count - 1, run) : run));
}
