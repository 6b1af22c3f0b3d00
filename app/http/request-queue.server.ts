/**
 * Load shedding: a bounded number of requests is worked on at a time. The rest waits in the order of arrival and is
 * rejected as overloaded when too many wait, or one waits for too long.
 */
import type { ServerResponse } from "node:http";

export interface QueueLimits {
	/** Requests that are worked on at a time. */
	concurrent: number;
	/** Requests that may wait, in total and with the same key. */
	waiting: number;
	waitingPerKey: number;
	/** How long one may wait. */
	maxWaitMs: number;
}

interface Waiting {
	key: string;
	/** `performance.now()` */
	since: number;
	start(leave: () => void): void;
	reject(): void;
}

/** A request that takes longer waits for something outside of this process, and no longer counts as worked on. */
const OUTSIDE_MS = 1000;
/** Such requests are still bounded: this many for each place. */
const MAX_OUTSIDE = 10;
/**
 * Node accepts one connection in each turn of the event loop. Turns between two waiting requests keep new connections
 * from timing out while the process is busy.
 */
const TURNS_BETWEEN = 8;

export function createRequestQueue({ concurrent, waiting, waitingPerKey, maxWaitMs }: QueueLimits) {
	const line = new Set<Waiting>();
	const lineOf = new Map<string, number>();
	/** Requests that take up a place, and requests that are not answered yet. */
	let working = 0;
	let open = 0;
	let rejected = 0;
	let isWoken = false;
	/** Until the oldest one has waited for too long. */
	let late: NodeJS.Timeout | undefined;

	const hasPlace = () => working < concurrent && open < concurrent * (1 + MAX_OUTSIDE);

	/** @returns whether it was still waiting. */
	function remove(one: Waiting): boolean {
		if (!line.delete(one)) return false;
		const left = (lineOf.get(one.key) ?? 1) - 1;
		if (left > 0) lineOf.set(one.key, left);
		else lineOf.delete(one.key);
		return true;
	}

	function start(one: Waiting) {
		working += 1;
		open += 1;
		let isWorking = true;
		let isOpen = true;
		const freePlace = () => {
			if (!isWorking) return;
			isWorking = false;
			working -= 1;
			wake();
		};
		const outside = setTimeout(freePlace, OUTSIDE_MS).unref();
		one.start(() => {
			if (!isOpen) return;
			isOpen = false;
			open -= 1;
			clearTimeout(outside);
			freePlace();
			wake();
		});
	}

	function wake() {
		if (isWoken || line.size === 0 || !hasPlace()) return;
		isWoken = true;
		afterTurns(TURNS_BETWEEN, () => {
			isWoken = false;
			const [next] = line;
			if (!next || !hasPlace()) return;
			remove(next);
			start(next);
			wake();
		});
	}

	function rejectLate() {
		late = undefined;
		for (const one of line) {
			const left = one.since + maxWaitMs - performance.now();
			if (left > 0) {
				late = setTimeout(rejectLate, left).unref();
				return;
			}
			remove(one);
			rejected += 1;
			one.reject();
		}
	}

	return {
		/**
		 * Calls `start` now or later, with a function to be called when the work is done; or calls `reject`.
		 * @returns a function for a client that has gone: it takes a waiting request out of the queue.
		 */
		enter(key: string, { start: begin, reject }: Pick<Waiting, "start" | "reject">): () => void {
			const one: Waiting = { key, since: performance.now(), start: begin, reject };
			const own = lineOf.get(key) ?? 0;
			if (line.size === 0 && hasPlace()) start(one);
			else if (line.size >= waiting || own >= waitingPerKey) {
				rejected += 1;
				reject();
			} else {
				line.add(one);
				lineOf.set(key, own + 1);
				if (!late) late = setTimeout(rejectLate, maxWaitMs).unref();
				wake();
			}
			return () => remove(one);
		},

		counts: () => ({ open, waiting: line.size, rejected }),
	};
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;

/**
 * Waits for a place for a request that is already being handled. A request whose connection closes leaves the queue.
 * @returns a function that gives the place back; undefined if the request is rejected as overloaded or its client has gone.
 */
export const placeIn = (queue: Pick<RequestQueue, "enter">, key: string, response?: ServerResponse) =>
	new Promise<(() => void) | undefined>((resolve) => {
		const leaveQueue = queue.enter(key, { start: resolve, reject: () => resolve(undefined) });
		response?.once("close", () => {
			leaveQueue();
			resolve(undefined);
		});
	});

function afterTurns(turns: number, run: () => void) {
	setImmediate(turns > 1 ? () => afterTurns(turns - 1, run) : run);
}
