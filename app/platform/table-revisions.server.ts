/** Statements whose texts are remembered; a list of values makes a text of its own for each length. */
const MOST_TEXTS = 1000;
const READS = /^\s*(select|begin|commit|rollback|savepoint|release|pragma)\b/i;
const WRITES = /\b(insert|update|delete|replace)\b/i;

interface Meaning {
	writes: boolean;
	/** Undefined: whatever there is. */
	tables: readonly string[] | undefined;
}

/**
 * Follows which tables are written, by the texts of the statements: reads that saw nothing which was written since
 * need not be done again. Keys that refer to a table change nothing in it by themselves in this schema.
 */
export function createTableRevisions(tables: readonly string[]) {
	const all = new Set(tables);
	const meanings = new Map<string, Meaning>();
	const writtenAt = new Map<string, number>();
	let moment = 0;
	let allWrittenAt = 0;

	function meaningOf(text: string): Meaning {
		const known = meanings.get(text);
		if (known) return known;
		const words = new Set(text.match(/\w+/g));
		const reads = READS.test(text);
		const writes = !reads && WRITES.test(text);
		const meaning = {
			writes: !reads,
			tables: reads || writes ? [...words].filter((word) => all.has(word)) : undefined,
		};
		if (meanings.size >= MOST_TEXTS) meanings.clear();
		meanings.set(text, meaning);
		return meaning;
	}

	return {
		/**
		 * To be told of each statement as soon as it was run, be its transaction committed or not: nobody else reads
		 * before that.
		 * @returns the tables that it read or wrote; undefined if they cannot be told.
		 */
		note(text: string): readonly string[] | undefined {
			const { writes, tables } = meaningOf(text);
			if (!writes) return tables;
			moment += 1;
			if (!tables) allWrittenAt = moment;
			for (const table of tables ?? []) writtenAt.set(table, moment);
			return tables;
		},

		/** Goes up with each write. */
		moment: (): number => moment,

		/** Whether one of these tables was written after that moment. */
		isWrittenSince: (since: number, tables: Iterable<string>): boolean =>
			allWrittenAt > since || [...tables].some((table) => (writtenAt.get(table) ?? 0) > since),
	};
}

export type TableRevisions = ReturnType<typeof createTableRevisions>;
