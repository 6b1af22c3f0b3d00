/** The values that are set: without undefined and empty ones. */
export const withoutEmpty = (texts: Readonly<Record<string, string | undefined>>): Record<string, string> =>
	Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1])));
