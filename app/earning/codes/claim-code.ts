/** Letters and digits that are hard to confuse, for random codes. */
const ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679";
const LENGTH = 8;

export const MAX_CODE_LENGTH = 40;
/** Maximum length of what a viewer types as a code, with spaces and punctuation. */
export const MAX_TYPED_LENGTH = 200;
/** Fewer characters could be guessed within the rate limit. */
export const MIN_CODE_LENGTH = 4;
export const MAX_CODE_POINTS = 1_000_000;
export const MAX_CLAIMS = 1_000_000;
/** Minimum age in days of an account that may claim a code for regulars. */
export const REGULAR_DAYS = 7;
export const AUDIENCES = ["everybody", "regulars"] as const;

/** Characters that look or sound like another one, and that other one. */
const CONFUSED: Readonly<Record<string, string>> = {
	"0": "O",
	"1": "I",
	L: "I",
	"5": "S",
	"8": "B",
	"2": "Z",
};

/**
 * The form in which codes are compared: upper case, without accents, spaces and punctuation, and with one character for
 * those that are easily confused. Only the first {@link MAX_TYPED_LENGTH} code units are used: schemas also fold texts
 * that are too long, and NFKD turns one character into up to eighteen.
 */
export const foldCode = (typed: string): string =>
	[...typed.slice(0, MAX_TYPED_LENGTH).normalize("NFKD").toUpperCase()]
		.filter((character) => /[\p{L}\p{N}]/u.test(character))
		.map((character) => CONFUSED[character] ?? character)
		.join("");

/**
 * A random code of 8 characters, 37 bits.
 * @param randomBelow a random whole number from 0 to below its argument.
 */
export const newCode = (randomBelow: (limit: number) => number): string =>
	Array.from({ length: LENGTH }, () => ALPHABET[randomBelow(ALPHABET.length)]).join("");

export type CodeState = "planned" | "running" | "usedUp" | "over";

interface Window {
	starts_at: string;
	ends_at: string;
	claims: number;
	max_claims: number | null;
}

/** The state of a code at an instant. Its window contains its start and not its end. */
export function stateOf({ starts_at, ends_at, claims, max_claims }: Window, at: Date): CodeState {
	const now = at.toISOString();
	if (now >= ends_at) return "over";
	if (max_claims !== null && claims >= max_claims) return "usedUp";
	return now < starts_at ? "planned" : "running";
}

/** The time left, such as `9:58` or `2:00:05`; from one day on such as `29 d 23 h`. @param seconds whole seconds */
export function timeText(seconds: number): string {
	const [days, hours, minutes] = [
		Math.floor(seconds / 86_400),
		Math.floor(seconds / 3600),
		Math.floor(seconds / 60),
	];
	if (days > 0) return `${days} d ${hours % 24} h`;
	const two = (value: number) => String(value % 60).padStart(2, "0");
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
