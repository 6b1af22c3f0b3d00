export const MAX_CODE_LENGTH = 200;
/** Maximum number of codes in one form. */
export const MAX_CODES = 5000;

/** Returns the codes in a text, one per line, trimmed, without blank lines and duplicates. Checks no limits. */
export const codesIn = (text: string): string[] => [
	...new Set(text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || [])),
];
