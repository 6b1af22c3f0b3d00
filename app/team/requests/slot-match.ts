import { plainText } from "~/lib/plain-text";

/** Only letters and digits, so that `Gates-of Olympus!` is `gatesofolympus`. */
const letters = (text: string): string => plainText(text).replace(/[^\p{L}\p{N}]/gu, "");

/** One wrong letter is allowed in so many. */
const LETTERS_PER_FAULT = 5;

/**
 * The slots that a typed name may mean: those with exactly this name, else those that begin with it, else those that contain it,
 * else those with the fewest wrong letters.
 */
export function slotsNamed<Slot extends { name: string }>(typed: string, slots: readonly Slot[]): Slot[] {
	const wanted = letters(typed);
	const most = Math.floor(wanted.length / LETTERS_PER_FAULT);
	const ranked = slots.map((slot) => ({ slot, rank: rankOf(wanted, letters(slot.name), most) }));
	const best = Math.min(...ranked.map(({ rank }) => rank));
	return ranked.filter(({ rank }) => rank === best && rank < NO_MATCH).map(({ slot }) => slot);
}

const NO_MATCH = Number.POSITIVE_INFINITY;

function rankOf(wanted: string, name: string, most: number): number {
	if (wanted === "" || name === wanted) return wanted === "" ? NO_MATCH : 0;
	if (name.includes(wanted)) return name.startsWith(wanted) ? 1 : 2;
	const faults = Math.abs(wanted.length - name.length) > most ? NO_MATCH : countFaults(wanted, name);
	return faults > most ? NO_MATCH : 2 + faults;
}

/** The number of letters to add, remove or replace (Levenshtein). */
function countFaults(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let at = 0; at < one.length; at++) {
		const next = [at + 1];
		for (let column = 0; column < other.length; column++) {
			const replaced = (row[column] ?? 0) + (other[column] === one[at] ? 0 : 1);
			next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
