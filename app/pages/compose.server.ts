import type { Block, Piece, TextPage } from "./text";

/** A long text in its source form: `[text](/address)` is a link, text in backticks is a name. */
export interface WrittenPage {
	title: string;
	intro: string;
	sections: { id: string; title: string; blocks: WrittenBlock[] }[];
}

/** A paragraph, a list, or a table. */
export type WrittenBlock = string | string[] | { head: string[]; rows: string[][] };

type Values = Readonly<Record<string, string>>;

const LINK_OR_NAME = /\[([^\]]+)\]\(([^)\s]+)\)|`([^`]+)`/g;

/**
 * Fills in the placeholders `{key}` of a text and parses its markup.
 * @param phrases replace `{key}` and may contain markup.
 * @param values replace `{key}` as plain text, for what users have typed.
 * @throws if a placeholder has neither.
 */
export function compose({ title, intro, sections }: WrittenPage, phrases: Values, values: Values): TextPage {
	const fill: Fill = (text) => fillIn(text, values);
	const read: Read = (written) => piecesOf(fillIn(written, phrases, "leave"), fill);
	return {
		title: fill(title),
		intro: read(intro),
		sections: sections.map((section) => ({
			id: section.id,
			title: fill(section.title),
			blocks: section.blocks.map((block) => blockOf(block, read, fill)),
		})),
	};
}

const fillIn = (text: string, values: Values, others?: "leave"): string =>
	text.replace(/\{(\w+)\}/g, (hole, key: string) => {
		const value = values[key] ?? (others && hole);
		if (value === undefined) throw new Error(`a text contains ${hole}, which has no value`);
		return value;
	});

type Fill = (text: string) => string;
type Read = (written: string) => Piece[];

function blockOf(block: WrittenBlock, read: Read, fill: Fill): Block {
	if (typeof block === "string") return { kind: "text", pieces: read(block) };
	if (Array.isArray(block)) return { kind: "list", items: block.map(read) };
	return { kind: "table", head: block.head.map(fill), rows: block.rows.map((row) => row.map(read)) };
}

/** Values are inserted after the markup is parsed, so they cannot contain any. */
function piecesOf(written: string, fill: Fill): Piece[] {
	const pieces: Piece[] = [];
	let end = 0;
	for (const match of written.matchAll(LINK_OR_NAME)) {
		const [all, text, to, code] = match;
		if (match.index > end) pieces.push(fill(written.slice(end, match.index)));
		if (text !== undefined && to !== undefined) pieces.push({ text: fill(text), to: fill(to) });
		else if (code !== undefined) pieces.push({ code: fill(code) });
		end = match.index + all.length;
	}
	if (end < written.length) pieces.push(fill(written.slice(end)));
	return pieces;
}
