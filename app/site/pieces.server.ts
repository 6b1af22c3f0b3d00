import { LRUCache } from "lru-cache";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Inputs, Pieces } from "~/ui/shell/document-context";

/** Characters of all pieces with their inputs. */
const MAX_SIZE = 10_000_000;

const known = new LRUCache<string, string>({
	maxSize: MAX_SIZE,
	sizeCalculation: (piece, inputs) => piece.length + inputs.length,
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

/**
 * Opens the pieces of pages (see `Kept`) for one render.
 * @param nonce a random text that the page does not contain.
 * @returns the pieces, and `keep`, which takes the marks out of the rendered page and keeps its new pieces.
 */
export function openPieces(language: Language, nonce: string): Pieces & { keep(page: string): string } {
	const scope = `${language} ${versionOf(language)} `;
	const keyOf = (inputs: Inputs) => scope + JSON.stringify(inputs);
	const marked: string[] = [];
	return {
		find: (inputs) => known.get(keyOf(inputs)),
		mark: (inputs) => `${nonce}#${marked.push(keyOf(inputs)) - 1};`,
		keep(page) {
			if (marked.length === 0) return page;
			const [first = "", ...rest] = page.split(new RegExp(`${nonce}#(\\d+);`));
			const texts = [[first]];
			const open: string[] = [];
			for (const [at, text] of rest.entries()) {
				// Marks and texts alternate.
				if (at % 2 === 1) texts.at(-1)?.push(text);
				else if (open.at(-1) !== text) {
					open.push(text);
					texts.push([]);
				} else {
					open.pop();
					const piece = texts.pop()?.join("") ?? "";
					texts.at(-1)?.push(piece);
					// A copy: V8 would keep the whole page for a part of it.
					known.set(marked[Number(text)] ?? "", Buffer.from(piece).toString());
				}
			}
			return texts.flat().join("");
		},
	};
}
