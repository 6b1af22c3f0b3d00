/** Whether a text becomes another one by inserting, deleting, replacing or swapping with a neighbour at most `most` letters. */
export function isWithin(one: string, other: string, most: number): boolean {
	if (one === "" || other === "") return one.length + other.length <= most;
	const [rest, otherRest] = [one.slice(1), other.slice(1)];
	if (one[0] === other[0]) return isWithin(rest, otherRest, most);
	if (most === 0) return false;
	const isSwapped = one[0] === other[1] && one[1] === other[0];
	return (
		isWithin(rest, otherRest, most - 1) ||
		isWithin(rest, other, most - 1) ||
		isWithin(one, otherRest, most - 1) ||
		(isSwapped && isWithin(one.slice(2), other.slice(2), most - 1))
	);
}

/**
 * The known word that a misspelt one probably means: the nearest one. One letter in four may be wrong, but at most three.
 * Undefined for a known word.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
	if (known.includes(word)) return undefined;
	const isNear = (name: string, most: number) => most <= name.length / 4 && isWithin(word, name, most);
	return [1, 2, 3].flatMap((most) => known.find((name) => isNear(name, most)) ?? []).at(0);
}
