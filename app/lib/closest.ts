/** The number of letters to insert, delete, replace or swap with a neighbour that turns one text into another. */
function editDistance(one: string, other: string): number {
	const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
	for (let i = 1; i <= one.length; i += 1) {
		const [above = [], before] = [rows[i - 1], rows[i - 2]];
		const row = [i];
		for (let j = 1; j <= other.length; j += 1) {
			const isSame = one[i - 1] === other[j - 1];
			const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
			row[j] = Math.min(
				(above[j] ?? 0) + 1,
				(row[j - 1] ?? 0) + 1,
				(above[j - 1] ?? 0) + (isSame ? 0 : 1),
				isSwapped && before ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
			);
		}
		rows.push(row);
	}
	return rows[one.length]?.[other.length] ?? 0;
}

/** How many letters of a word may be wrong: one in four, but at most three. */
const tolerance = (word: string): number => Math.min(3, Math.floor(word.length / 4));

/**
 * The known word that a misspelt one probably means: the one with the smallest edit distance (Damerau-Levenshtein), if
 * that is small for the length of the word. Undefined for a known word.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
	if (known.includes(word)) return undefined;
	const [best] = known
		.map((name) => ({ name, distance: editDistance(word, name) }))
		.filter(({ name, distance }) => distance <= tolerance(name))
		.sort((a, b) => a.distance - b.distance);
	return best?.name;
}
