import { plainText } from "~/lib/plain-text";

/** Only letters and digits, so that `Gates-of Olympus!` is `gatesofolympus`. */
const letters = (text: string): string => plainText(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Names that are compared with a mistyped one. */
const MIN_TYPED = 5;

/**
 * The slots that a typed name may mean: those with exactly this name, else those that begin with it, else those that contain it,
 * else those with the fewest mistyped letters, up to one in five. A name of one slot names exactly that one.
 */
export function slotsNamed<Slot extends { name: string }>(typed: string, slots: readonly Slot[]): Slot[] {
	const wanted = letters(typed);
	if (wanted === "") return [];
	const named = slots.map((slot) => ({ slot, name: letters(slot.name) }));
	const rules = [
		(name: string) => name === wanted,
		(name: string) => name.startsWith(wanted),
		(name: string) => name.includes(wanted),
	];
	for (const rule of rules) {
		const found = named.filter(({ name }) => rule(name));
		if (found.length > 0) return found.map(({ slot }) => slot);
	}
	if (wanted.length < MIN_TYPED) return [];
	const most = Math.floor(wanted.length / 5);
	const near = named
		.map(({ slot, name }) => ({ slot, distance: distanceOf(wanted, name, most) }))
		.filter(({ distance }) => distance <= most);
	const least = Math.min(...near.map(({ distance }) => distance));
	return near.filter(({ distance }) => distance === least).map(({ slot }) => slot);
}

/** The number of letters that differ (Levenshtein); any larger number once it is above `most`. */
function distanceOf(one: string, other: string, most: number): number {
	if (Math.abs(one.length - other.length) > most) return most + 1;
	let row = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (const [at, letter] of [...one].entries()) {
		const next = [at + 1];
		for (let column = 0; column < other.length; column++) {
			const replaced = (row[column] ?? 0) + (other[column] === letter ? 0 : 1);
			next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		row = next;
	}
	return row[other.length] ?? 0;
}
