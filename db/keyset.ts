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

type Find<Row> = (position: Position | undefined, limit: number) => Promise<Row[]>;
type KeyOf<Row> = (row: Row) => Position["key"];

/**
 * Reads one page by keyset, which costs the same however far into the list it is. It is the first page for
 * a position that nothing lies behind, or less than a page before.
 * @param find yields at most `limit` rows beyond the position; for `before` nearest first, so in reverse.
 */
export async function readPage<Row>(
	{ position, size }: { position: Position | undefined; size: number },
	find: Find<Row>,
	keyOf: KeyOf<Row>,
): Promise<Page<Row>> {
	const found = await find(position, size + 1);
	const back = position?.direction === "before";
	// The list has changed since the address was made: there may be rows, and enough of them, from its start.
	if (position && found.length < (back ? size : 1)) {
		return readPage({ position: undefined, size }, find, keyOf);
	}
	const hasMore = found.length > size;
	const rows = found.slice(0, size);
	if (back) rows.reverse();
	const [first, last] = [rows.at(0), rows.at(-1)];
	const hasNext = back && last ? await isAnyBehind(last, find, keyOf) : hasMore;
	return {
		rows,
		previous: first && (back ? hasMore : position) ? encode("before", keyOf(first)) : undefined,
		next: last && hasNext ? encode("after", keyOf(last)) : undefined,
	};
}

async function isAnyBehind<Row>(row: Row, find: Find<Row>, keyOf: KeyOf<Row>): Promise<boolean> {
	return (await find({ direction: "after", key: keyOf(row) }, 1)).length > 0;
}
