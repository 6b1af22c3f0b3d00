/**
 * Parses a non-negative integer: at most 19 digits and whitespace characters. `1.000` is ambiguous (one thousand or
 * one), so it is not accepted.
 * @returns undefined for any other text. More than 15 digits may lose precision.
 */
export const wholeNumberIn = (text: string): number | undefined =>
	/^\s*\d[\d\s]{0,18}$/.test(text) ? Number(text.replaceAll(/\s/g, "")) : undefined;
