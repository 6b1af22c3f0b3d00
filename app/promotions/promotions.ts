/**
 * Parses hours: `24`, `1,5` or `1.5`, at most 5 digits and 2 decimals.
 * @returns undefined for any other text.
 */
export const hoursIn = (text: string): number | undefined =>
	/^\s*\d{1,5}([.,]\d{1,2})?\s*$/.test(text) ? Number(text.replace(",", ".")) : undefined;

const BULLET = /^\s*[•*–-]\s+(?=\S)/;

/**
 * Splits a text into paragraphs and lists. Lines that begin with `•`, `*`, `–` or `-` and a space are the items of a list,
 * without that sign; other lines stay together with their line breaks.
 */
export function blocksOf(text: string): (string | string[])[] {
	const blocks: (string | string[])[] = [];
	for (const line of text.split("\n")) {
		const last = blocks.at(-1);
		if (BULLET.test(line)) {
			const item = line.replace(BULLET, "").trim();
			if (Array.isArray(last)) last.push(item);
			else blocks.push([item]);
		} else if (typeof last === "string") blocks[blocks.length - 1] = `${last}\n${line}`;
		else blocks.push(line);
	}
	return blocks
		.map((block) => (typeof block === "string" ? block.trim() : block))
		.filter((block) => block.length > 0);
}
