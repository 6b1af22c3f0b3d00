/** Splits rows into chunks, because the number of parameters of a statement is limited. */
export function* chunksOf<Row>(rows: readonly Row[], size = 500): Generator<readonly Row[]> {
	for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
