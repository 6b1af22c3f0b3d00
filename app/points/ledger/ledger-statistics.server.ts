import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "db/database";
import { findLastEntryId, sumEntries } from "./ledger-statistics.queries.server";

/** The postings of one reason since the process started. */
export interface LedgerFigure {
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
 * Counts new ledger entries by polling their ids. Only committed entries count, and posting is not slowed down.
 */
export async function createLedgerFigures(db: Db) {
	let last = await findLastEntryId(db);
	const figures = new Map<string, LedgerFigure>();
	let looking: Promise<void> | undefined;

	async function look() {
		const newest = await findLastEntryId(db);
		while (last < newest) {
			const upTo = Math.min(newest, last + MAX_CONCURRENT);
			for (const row of await sumEntries(db, last, upTo)) add(row);
			last = upTo;
			await nextTurn();
		}
	}

	function add({ reason: text, entries, credited, debited }: LedgerFigure) {
		const [reason = text] = text.split(":", 1);
		const known = figures.get(reason) ?? { reason, entries: 0, credited: 0, debited: 0 };
		known.entries += entries;
		known.credited += credited;
		known.debited += debited;
		figures.set(reason, known);
	}

	return {
		/** Returns the current counts. Concurrent calls share one poll. */
		async read(): Promise<LedgerFigure[]> {
			looking ??= look().finally(() => {
				looking = undefined;
			});
			await looking;
			return [...figures.values()].map((figure) => ({ ...figure }));
		},
	};
}
