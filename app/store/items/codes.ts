export const MAX_CODE_LENGTH = 200;
export const MAX_CODES = 5000;

/** The codes in a text, one on each line; blank lines and repetitions are left out. */
export const codesIn = (text: string): string[] => [
	...new Set(text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || [])),
];
