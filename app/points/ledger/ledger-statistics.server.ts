import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "db/database";
import { findLastEntryId, sumEntries } from "./ledger-statistics.queries.server";

/** The postings of one reason since the process started. */
export interface ReasonStatistics {
	/** Such as `plinko-stake`; `merge` for all providers. */
	reason: string;
	entries: number;
	/** Points. */
	credited: number;
	debited: number;
}

/** Number of ids that one query reads, so that the connection is not blocked. */
const MAX_CONCURRENT = 5000;

/**
 * Counts new ledger entries by polling their ids. Only committed entries count, and posting is not slowed down. With
 * PostgreSQL, an entry is left out if one with a higher id was committed and counted before it.
 */
export async function createLedgerStatistics(db: Db) {
	let last = await findLastEntryId(db);
	const statistics = new Map<string, ReasonStatistics>();
	let polling: Promise<void> | undefined;

	async function poll() {
		const newest = await findLastEntryId(db);
		while (last < newest) {
			const upTo = Math.min(newest, last + MAX_CONCURRENT);
			for (const row of await sumEntries(db, last, upTo)) add(row);
			last = upTo;
			await nextTurn();
		}
	}

	function add({ reason: text, entries, credited, debited }: ReasonStatistics) {
		const [reason = text] = text.split(":", 1);
		const known = statistics.get(reason) ?? { reason, entries: 0, credited: 0, debited: 0 };
		known.entries += entries;
		known.credited += credited;
		known.debited += debited;
		statistics.set(reason, known);
	}

	return {
		/** Returns the current counts. Concurrent calls share one poll. */
		async read(): Promise<ReasonStatistics[]> {
			polling ??= poll().finally(() => {
				polling = undefined;
			});
			await polling;
			return [...statistics.values()].map((one) => ({ ...one }));
		},
	};
}
