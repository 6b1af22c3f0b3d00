/**
 * Invisible characters: control and format characters, including bidirectional overrides but not the zero-width joiner
 * of emoji sequences; halves of surrogate pairs; and letters with an empty glyph.
 */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Removes control characters, including tabs and line breaks, and characters without a glyph. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "");

/** Returns a text on one line: trimmed, without invisible characters, each run of whitespace replaced by one space. */
export const singleLine = (text: string): string =>
	withoutInvisible(text.replace(/\s/g, " ")).replace(/ +/g, " ").trim();

/** Whether a text has at least one visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
