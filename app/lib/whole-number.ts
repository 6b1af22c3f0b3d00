/**
 * A whole number as people type it: digits alone, with blanks at most. `1.000` is a thousand to some and
 * one to others, so it is none.
 * @returns undefined for any other text.
 */
export const wholeNumberIn = (text: string): number | undefined =>
	/^\s*\d[\d\s]{0,18}$/.test(text) ? Number(text.replaceAll(/\s/g, "")) : undefined;
