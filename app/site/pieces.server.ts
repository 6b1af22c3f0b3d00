import { LRUCache } from "lru-cache";
import { hashScripts } from "~/http/security-headers.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Inputs, PieceMarks, Pieces } from "~/ui/shell/document-context";

/** Characters of all pieces with their inputs. */
const MAX_SIZE = 10_000_000;

interface Piece {
	/** The HTML around the piece's own parts. */
	texts: readonly string[];
	/** The places of the own parts, in the order of the page. A part may occur twice. */
	places: readonly number[];
	/** The `script-src` sources of the inline scripts. */
	scripts: readonly string[];
}

/** A part that a page does not share; `place` is undefined if it belongs to a piece within another one. */
interface Own {
	place: number | undefined;
	html: string;
}

type Content = (string | Own)[];

/** What a mark stands for: a known piece, a piece to be kept, or an own part. */
type Marked = { piece: Piece } | { key: string } | { place: number };

const known = new LRUCache<string, Piece>({
	maxSize: MAX_SIZE,
	sizeCalculation: ({ texts }, inputs) => texts.reduce((sum, text) => sum + text.length, inputs.length + 1),
});

const versions = new WeakMap<object, number>();
let lastVersion = 0;

/** A number for the texts of a language, which change with the names in them. */
function versionOf(language: Language): number {
	const names = i18nIn(language).options.interpolation?.defaultVariables ?? {};
	const version = versions.get(names) ?? ++lastVersion;
	versions.set(names, version);
	return version;
}

const htmlOf = (content: Content): string =>
	content.map((part) => (typeof part === "string" ? part : part.html)).join("");

/** React puts it between two adjacent texts. A mark is a text. */
const SEPARATOR = "<!-- -->";

/** Removes the separators between the marks at both ends and the content. */
function trimmed(content: Content): Content {
	const [first] = content;
	if (typeof first === "string" && first.startsWith(SEPARATOR)) content[0] = first.slice(SEPARATOR.length);
	const last = content.at(-1);
	if (typeof last === "string" && last.endsWith(SEPARATOR))
		content[content.length - 1] = last.slice(0, -SEPARATOR.length);
	return content;
}

/** Makes a piece of its first content; undefined if that has own parts of another piece. */
function pieceOf(content: Content, nonce: string): Piece | undefined {
	const texts = [""];
	const places: number[] = [];
	for (const part of content) {
		if (typeof part === "string") texts.push((texts.pop() ?? "") + part);
		else if (part.place === undefined) return undefined;
		else {
			places.push(part.place);
			texts.push("");
		}
	}
	const hashed = texts.map((text) => hashScripts(text, nonce));
	return {
		// Copies: V8 would keep the whole page for a part of it.
		texts: hashed.map(({ html }) => Buffer.from(html).toString()),
		places,
		scripts: hashed.flatMap(({ scripts }) => scripts),
	};
}

/**
 * Opens the pieces of pages (see `Kept`) for one render.
 * @param nonce a random text that the page does not contain. It marks inline scripts.
 * @returns the pieces, and `keep`, which puts known pieces into the rendered page, keeps its new ones, and hashes the inline scripts
 * as {@link hashScripts} does.
 */
export function openPieces(
	language: Language,
	nonce: string,
): Pieces & { keep(page: string): ReturnType<typeof hashScripts> } {
	const scope = `${language} ${versionOf(language)} `;
	const prefix = `${nonce}#`;
	const marked: Marked[] = [];
	const mark = (what: Marked) => `${prefix}${marked.push(what) - 1};`;

	function open(inputs: Inputs): PieceMarks {
		const key = scope + JSON.stringify(inputs);
		const piece = known.get(key);
		return {
			piece: mark(piece ? { piece } : { key }),
			places: piece?.places,
			own: (place) => mark({ place }),
		};
	}

	function keep(page: string) {
		const scripts: string[] = [];
		let at = 0;

		/** Reads up to the second of two marks, or to the end. */
		function read(until?: number): Content {
			const content: Content = [];
			for (;;) {
				const next = page.indexOf(prefix, at);
				content.push(page.slice(at, next < 0 ? undefined : next));
				if (next < 0) return content;
				at = page.indexOf(";", next) + 1;
				const found = Number(page.slice(next + prefix.length, at - 1));
				if (found === until) return content;
				content.push(...contentOf(found));
			}
		}

		function contentOf(found: number): Content {
			const what = marked[found];
			if (!what) throw new Error("A page has a mark of no piece.");
			if ("place" in what) return [{ place: what.place, html: htmlOf(trimmed(read(found))) }];
			if ("piece" in what) return filled(what.piece, what.piece.places.length === 0 ? [] : read(found));
			const content = trimmed(read(found));
			const piece = pieceOf(content, nonce);
			if (!piece) return content;
			known.set(what.key, piece);
			return filled(piece, content);
		}

		function filled(piece: Piece, content: Content): Content {
			scripts.push(...piece.scripts);
			const [first = "", ...texts] = piece.texts;
			const parts = piece.places.map((wanted) =>
				content.find((part): part is Own => typeof part !== "string" && part.place === wanted),
			);
			return [
				first,
				...texts.flatMap((text, at) => [{ place: undefined, html: parts[at]?.html ?? "" }, text]),
			];
		}

		const html = htmlOf(read());
		if (!html.includes(`nonce="${nonce}"`)) return { html, scripts };
		const rest = hashScripts(html, nonce);
		return { html: rest.html, scripts: [...scripts, ...rest.scripts] };
	}
	return { open, keep };
}
