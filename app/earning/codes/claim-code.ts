/** Letters and digits that nobody confuses, for codes that the site makes. */
const ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679";
const LENGTH = 8;

export const MAX_CODE_LENGTH = 40;
/** Fewer characters could be guessed within the rate limit. */
export const MIN_CODE_LENGTH = 4;
export const MAX_CODE_POINTS = 1_000_000;
export const MAX_CLAIMS = 1_000_000;
/** Days for which an account has existed that may claim a code for regulars. */
export const REGULAR_DAYS = 7;
export const AUDIENCES = ["everybody", "regulars"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What looks alike on a screen or sounds alike, by the character that it is compared as. */
const CONFUSED: Readonly<Record<string, string>> = {
	"0": "O",
	"1": "I",
	L: "I",
	"5": "S",
	"8": "B",
	"2": "Z",
};

/**
 * The form in which codes are compared: capitals and digits without accents, spaces and punctuation, with characters that
 * look alike as one.
 */
export const foldCode = (typed: string): string =>
	[...typed.normalize("NFKD").toUpperCase()]
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

/** What a code is at an instant. Its window contains its start and not its end. */
export function stateOf({ starts_at, ends_at, claims, max_claims }: Window, at: Date): CodeState {
	const now = at.toISOString();
	if (now >= ends_at) return "over";
	if (max_claims !== null && claims >= max_claims) return "usedUp";
	return now < starts_at ? "planned" : "running";
}

/** The time left, such as `9:58` or `2:00:05`; `29 d 23 h` from a day on. */
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
