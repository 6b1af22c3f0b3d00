import { readFileSync } from "node:fs";
import ts from "typescript";

/** Placeholders in a template literal or in a title of a test table. */
const FILLED_IN = /\$\{[^}]*\}|%[sdifjo]|\$[a-z]\w*/g;
const NAMES = new Set(["describe", "it", "test"]);
const VARIANTS = new Set(["each", "for", "skip", "skipIf", "runIf", "only", "concurrent", "sequential"]);

/** The text of a string or template literal in the source. */
function textOf(node: ts.Node | undefined, file: ts.SourceFile): string | undefined {
	if (!node) return undefined;
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	return ts.isTemplateExpression(node) ? node.getText(file).slice(1, -1) : undefined;
}

/** `describe` of `describe`, `describe.each(ROWS)` and `describe.skipIf(x).each(ROWS)`. */
function rootOf(callee: ts.Expression): string {
	if (ts.isIdentifier(callee)) return callee.text;
	if (ts.isCallExpression(callee)) return rootOf(callee.expression);
	if (ts.isPropertyAccessExpression(callee) && VARIANTS.has(callee.name.text))
		return rootOf(callee.expression);
	return "";
}

/**
 * Every test and group of a file as a list of its titles, with `…` for placeholders:
 * [["a redeem"], ["a redeem", "takes points and stock"]].
 */
export function testTitles(path: string): string[][] {
	const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
	const found: string[][] = [];
	const visit = (node: ts.Node, above: string[]) => {
		let here = above;
		if (ts.isCallExpression(node) && NAMES.has(rootOf(node.expression))) {
			const title = textOf(node.arguments[0], file);
			if (title !== undefined) {
				here = [...above, title.replaceAll(FILLED_IN, "…")];
				found.push(here);
			}
		}
		ts.forEachChild(node, (child) => visit(child, here));
	};
	visit(file, []);
	return found;
}
