import { storageFaultOf } from "db/faults";
import { DomainError } from "~/forms/domain-error";
import { type Clock, sleepUntil } from "~/lib/clock";
import type { Log } from "~/observability/log.server";

/** The longest that a player waits for a decision to be stored: proxies wait about 60 s, players less. */
const ANSWER_WITHIN_MS = 10_000;

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;

/** The fields of the log entry for a failed write. */
interface Outcome {
	what: "open" | "launch" | "cash-out" | "close" | "call off";
	roundId?: string;
	betId?: string;
	userId?: string;
}

/** A write that takes longer is late: the storage does not answer, or refuses. */
const LATE_MS = 500;

/**
 * Counts the writes of decided outcomes of all games. While one is late, all flights stand still: otherwise a flight that stands
 * still alone would reveal that its end is decided.
 * @param now ms of a clock that does not stand still.
 */
export function createPendingWrites(now: () => number) {
	/** The oldest first. */
	const begun = new Set<{ at: number }>();
	return {
		/** @returns a function that ends the write. */
		begin() {
			const write = { at: now() };
			begun.add(write);
			return () => void begun.delete(write);
		},
		/** Whether a write has been in progress for longer than 500 ms. */
		areLate() {
			const [oldest] = begun;
			return oldest !== undefined && now() - oldest.at > LATE_MS;
		},
	};
}

export type PendingWrites = ReturnType<typeof createPendingWrites>;

interface Tools {
	/** The clock of the retries. */
	clock: Clock;
	log: Log;
	pendingWrites: Pick<PendingWrites, "begin">;
}

/** Tracks the writes of a game, and retries the writes of decided outcomes. */
export function createStoring({ clock, log, pendingWrites }: Tools) {
	const writes = new Set<Promise<unknown>>();
	let ended = false;
	let isWell = true;

	return {
		/** Whether the last attempt of any `untilStored` succeeded; true before the first. */
		isWell: () => isWell,

		/** Counts a write as pending for `quiet`. @returns the same promise, whose error the caller must handle. */
		track<Result>(write: Promise<Result>): Promise<Result> {
			const tracked = write.catch(() => {}).finally(() => writes.delete(tracked));
			writes.add(tracked);
			return write;
		},

		/** Resolves when no tracked write is pending; never rejects. A write of `untilStored` must be tracked to count. */
		async quiet() {
			while (writes.size > 0) await Promise.all(writes);
		},

		/**
		 * Retries a write until it succeeds, so that a decided outcome is not lost while the disk is full: after
		 * 100 ms, then twice as long each time, at most 5 s. Logs each failure as `crash-write-failed`.
		 * @throws the error of a write that fails after `end`.
		 */
		async untilStored<Result>(what: Outcome, write: () => Promise<Result>): Promise<Result> {
			const done = pendingWrites.begin();
			try {
				for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
					try {
						const result = await write();
						isWell = true;
						return result;
					} catch (error) {
						isWell = false;
						// A write that fails for a reason of its round must not hold the other games.
						if (!storageFaultOf(error)) done();
						log.error({ event: "crash-write-failed", ...what, err: error });
						if (ended) throw error;
						await sleepUntil(clock, clock.now() + wait);
					}
				}
			} finally {
				done();
			}
		},

		/** Stops the retries: from now on `untilStored` throws the error of its next failed attempt. */
		end() {
			ended = true;
		},
	};
}

export const notStored = () => new DomainError("resultNotStored", {}, 503);

/** Waits for `result` for at most 10 s. @throws {DomainError} `resultNotStored` after that. */
export async function withinLimit<Result>(clock: Clock, result: Promise<Result>): Promise<Result> {
	let giveUp = () => {};
	const limit = new Promise<void>((resolve) => {
		giveUp = clock.at(clock.now() + ANSWER_WITHIN_MS, resolve);
	});
	const late = limit.then(() => {
		throw notStored();
	});
	try {
		return await Promise.race([result, late]);
	} finally {
		giveUp();
	}
}
