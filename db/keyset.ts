/** A cursor of keyset pagination: it selects the rows after, or before, the row with this key. */
export interface Position {
	direction: "after" | "before";
	/** The values of the row's sort columns. */
	key: readonly (string | number)[];
}

export interface Page<Row> {
	rows: Row[];
	/** Query strings of the neighbouring pages, such as `after=%5B1%5D`; undefined if there is none. */
	previous: string | undefined;
	next: string | undefined;
}

const encode = (direction: Position["direction"], key: Position["key"]) =>
	`${direction}=${encodeURIComponent(JSON.stringify(key))}`;

const isKey = {
	/** Text of PostgreSQL has no NUL character. */
	string: (value: unknown): boolean => typeof value === "string" && !value.includes("\0"),
	number: Number.isSafeInteger,
};

/**
 * Reads a cursor from the query parameter `after` or `before`; `after` takes precedence.
 * @param types the types of the list's sort columns, in order; numbers are integers.
 * @returns undefined if there is none (the first page) or it does not match `types`.
 */
export function positionIn(
	search: URLSearchParams,
	types: readonly ("string" | "number")[],
): Position | undefined {
	for (const direction of ["after", "before"] as const) {
		const key = parse(search.get(direction));
		if (!Array.isArray(key) || key.length !== types.length) continue;
		if (types.every((type, index) => isKey[type](key[index]))) return { direction, key };
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
 * Reads one page with keyset pagination; the cost does not depend on the page's depth. Falls back to the first page if
 * no rows follow an `after` cursor, or less than a page precedes a `before` cursor.
 * `position` is undefined for the first page; `size` is the number of rows per page.
 * @param find returns at most `limit` rows beyond the cursor, nearest first: for `before` in reverse order. Called up
 * to three times.
 * @param keyOf the values of a row's sort columns.
 * @returns the rows in the order of the list, and the links to the neighbouring pages.
 */
export async function readPage<Row>(
	{ position, size }: { position: Position | undefined; size: number },
	find: Find<Row>,
	keyOf: KeyOf<Row>,
): Promise<Page<Row>> {
	const found = await find(position, size + 1);
	const back = position?.direction === "before";
	// The list has changed since the link was rendered.
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
