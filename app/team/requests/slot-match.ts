import { isWithin } from "~/lib/closest";
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
	if (wanted === "") return [];
	const ways: ((name: string) => boolean)[] = [
		...[(name: string) => name === wanted, (name: string) => name.startsWith(wanted)],
		(name) => name.includes(wanted),
	];
	for (let faults = 1; faults <= Math.min(3, wanted.length / LETTERS_PER_FAULT); faults++)
		ways.push((name) => isWithin(wanted, name, faults));
	for (const isMeant of ways) {
		const found = slots.filter(({ name }) => isMeant(letters(name)));
		if (found.length > 0) return found;
	}
	return [];
}
