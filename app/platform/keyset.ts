/** Where a page of a long list begins: behind a row, or before it on the way back. */
export interface Position {
	direction: "after" | "before";
	/** The row's sort keys. */
	key: readonly (string | number)[];
}

export interface Page<Row> {
	rows: Row[];
	/** Query strings of the neighbouring pages. */
	previous: string | undefined;
	next: string | undefined;
}

const encode = (direction: Position["direction"], key: Position["key"]) =>
	`${direction}=${encodeURIComponent(JSON.stringify(key))}`;

/**
 * Reads `after` or `before` from an address.
 * @param types of the list's sort keys, in their order.
 * @returns undefined for the first page, as for a position that is none of this list.
 */
export function positionIn(
	search: URLSearchParams,
	types: readonly ("string" | "number")[],
): Position | undefined {
	for (const direction of ["after", "before"] as const) {
		const key = parse(search.get(direction));
		if (!Array.isArray(key) || key.length !== types.length) continue;
		if (types.every((type, index) => typeof key[index] === type)) return { direction, key };
	}
	return undefined;
}

function parse(json: string | null): unknown {
	try {
		return JSON.parse(json ?? "null");
	} catch {
		return undefined;
	}
}

/**
 * Reads one page by keyset, which costs the same however far into the list it is.
 * @param find yields at most `limit` rows beyond the position; for `before` nearest first, so in reverse.
 */
export async function readPage<Row>(
	{ position, size }: { position: Position | undefined; size: number },
	find: (position: Position | undefined, limit: number) => Promise<Row[]>,
	keyOf: (row: Row) => Position["key"],
): Promise<Page<Row>> {
	const found = await find(position, size + 1);
	const hasMore = found.length > size;
	const rows = found.slice(0, size);
	const back = position?.direction === "before";
	if (back) rows.reverse();
	const [first, last] = [rows.at(0), rows.at(-1)];
	return {
		rows,
		previous: first && (back ? hasMore : position) ? encode("before", keyOf(first)) : undefined,
		next: last && (back || hasMore) ? encode("after", keyOf(last)) : undefined,
	};
}
