import { type Clock, sleepUntil } from "~/lib/clock";
import type { Log } from "~/observability/log.server";

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;

/** What is to be stored, as the log tells it. */
interface Outcome {
	what: "open" | "launch" | "cash-out" | "close" | "call off";
	roundId?: string;
	betId?: string;
	userId?: string;
}

/** Follows what a engine is storing, and stores again what could not be. */
export function createStoring({ clock, log }: { clock: Clock; log: Log }) {
	const writes = new Set<Promise<unknown>>();
	let ended = false;
	let isWell = true;

	return {
		/** False while an outcome cannot be stored. */
		isWell: () => isWell,

		/** Follows a write that its asker waits for. */
		track<Result>(write: Promise<Result>): Promise<Result> {
			const tracked = write.catch(() => {}).finally(() => writes.delete(tracked));
			writes.add(tracked);
			return write;
		},

		/** Resolves when nothing is being stored. */
		async quiet() {
			while (writes.size > 0) await Promise.all(writes);
		},

		/**
		 * Writes until it succeeds: an outcome that was decided is not lost because the disk was full for a
		 * moment. Once the process ends, a failure is one.
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
