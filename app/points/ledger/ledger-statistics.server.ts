import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "db/database";
import { findLastEntryId, sumEntries } from "./ledger-statistics.queries.server";

/** What was posted for one reason since the process started. */
export interface LedgerFigure {
	/** Such as `plinko-stake`; `merge` whoever the provider is. */
	reason: string;
	entries: number;
	/** Points. */
	credited: number;
	debited: number;
}

/** Ids that one look reads: the connection is everybody's. */
const MAX_CONCURRENT = 5000;

/**
 * Follows the ledger by its ids and counts what is new in it. Only what was committed counts, and posting costs
 * nothing for it.
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
		/** The figures as of now. Who asks at the same time shares one look. */
		async read(): Promise<LedgerFigure[]> {
			looking ??= look().finally(() => {
				looking = undefined;
			});
			await looking;
			return [...figures.values()].map((figure) => ({ ...figure }));
		},
	};
}
