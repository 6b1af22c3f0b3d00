export const MAX_CODE_LENGTH = 200;
export const MAX_CODES = 5000;

/** Returns the codes in a text, one per line, without blank lines and duplicates. */
export const codesIn = (text: string): string[] => [
	...new Set(text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || [])),
];
