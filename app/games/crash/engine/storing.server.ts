import { type Clock, sleepUntil } from "~/lib/clock";
import type { Log } from "~/observability/log.server";

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;

/** The fields of the log entry for a failed write. */
interface Outcome {
	what: "open" | "launch" | "cash-out" | "close" | "call off";
	roundId?: string;
	betId?: string;
	userId?: string;
}

/** Follows what an engine is storing, and stores again what could not be. */
export function createStoring({ clock, log }: { clock: Clock; log: Log }) {
	const writes = new Set<Promise<unknown>>();
	let ended = false;
	let isWell = true;

	return {
		/** False while an outcome cannot be stored. */
		isWell: () => isWell,

		/** Tracks a write whose result the caller awaits. */
		track<Result>(write: Promise<Result>): Promise<Result> {
			const tracked = write.catch(() => {}).finally(() => writes.delete(tracked));
			writes.add(tracked);
			return write;
		},

		/** Resolves when no tracked write is pending. */
		async quiet() {
			while (writes.size > 0) await Promise.all(writes);
		},

		/**
		 * Retries a write until it succeeds, so that a decided outcome is not lost while the disk is full.
		 * @throws the error of the write once `end` was called.
		 */
		async untilStored<Result>(what: Outcome, write: () => Promise<Result>): Promise<Result> {
			for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
				try {
					const result = await write();
					isWell = true;
					return result;
				} catch (error) {
					isWell = false;
					log.error({ event: "crash-write-failed", ...what, err: error });
					if (ended) throw error;
					await sleepUntil(clock, clock.now() + wait);
				}
			}
		},

		end() {
			ended = true;
		},
	};
}
