import { DECIMAL_SIGNS } from "./format";
import type { Language } from "./languages";

/** Cents that an amount of money may have at most: a hundred million euros. */
export const MAX_CENTS = 10_000_000_000;

const MAX_TEXT_LENGTH = 40;

/**
 * An amount of euros as people type it, in cents: `12`, `12,5`, `12.50`, `1 200,50 €`. Three digits after the
 * sign, as in `1.000`, are a thousand to some and one to others, so that is none.
 * @returns undefined for any other text.
 */
export function centsIn(text: string): number | undefined {
	const plain = text.slice(0, MAX_TEXT_LENGTH + 1).replaceAll(/\s/g, "");
	const [, euros, cents = ""] = /^€?(\d+)(?:[.,](\d{1,2}))?€?$/.exec(plain) ?? [];
	if (euros === undefined || text.length > MAX_TEXT_LENGTH) return undefined;
	const amount = Number(euros) * 100 + Number(cents.padEnd(2, "0"));
	return amount <= MAX_CENTS ? amount : undefined;
}

/** Cents as they are typed into a field: `12,50` or `12.50`. */
export const typedEuros = (cents: number, language: Language): string =>
	(cents / 100).toFixed(2).replace(".", DECIMAL_SIGNS[language]);
