import { DECIMAL_SIGNS } from "./format";
import type { Language } from "./languages";

/** The maximum of an amount, in cents: a hundred million euros. */
export const MAX_CENTS = 10_000_000_000;

const MAX_TEXT_LENGTH = 40;

/**
 * Parses an amount in euros to cents: `12`, `12,5`, `12.50`, `1 200,50 €`. Three digits after the separator, as in
 * `1.000`, are ambiguous, so they are not accepted.
 * @returns undefined for any other text, more than {@link MAX_CENTS} or more than 40 characters.
 */
export function centsIn(text: string): number | undefined {
	const plain = text.slice(0, MAX_TEXT_LENGTH + 1).replaceAll(/\s/g, "");
	const [, euros, cents = ""] = /^€?(\d+)(?:[.,](\d{1,2}))?€?$/.exec(plain) ?? [];
	if (euros === undefined || text.length > MAX_TEXT_LENGTH) return undefined;
	const amount = Number(euros) * 100 + Number(cents.padEnd(2, "0"));
	return amount <= MAX_CENTS ? amount : undefined;
}

/** Formats cents as the value of an input field, which {@link centsIn} can parse: `12,50` or `12.50`. */
export const typedEuros = (cents: number, language: Language): string =>
	(cents / 100).toFixed(2).replace(".", DECIMAL_SIGNS[language]);
