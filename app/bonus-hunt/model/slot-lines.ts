import { centsIn } from "~/i18n/money";
import { isVisible, singleLine } from "~/lib/single-line";
import { MAX_LENGTH } from "./hunt";

/** Of a pasted list, at most. */
export const MAX_LIST_LENGTH = 50_000;

/** A line that is no slot. `line` counts all lines from 1. */
export interface BadLine {
	line: number;
	text: string;
	fault: "name" | "bet" | "noBet" | "comma";
}

/** A name and what follows its comma. Between digits a comma is a decimal sign, unless a space follows it. */
const WITH_COMMA = /^(.*?)(?:(?<!\d),|,\s)\s*(€?\s*\d[\d\s.,]*€?)$/;
const MAYBE_BET = /\d,\d+\s*€?$/;
/** Of a line without cells: the expressions take the square of its length. */
const MAX_LINE_LENGTH = 300;

/**
 * Reads a list of slots, one per line: a name, and a bet in euros after a tab, a semicolon or a comma. Further columns, empty lines
 * and the quotation marks of a spreadsheet are left out.
 * @param bet cents of the lines without one; undefined if they must have one.
 */
export function slotLinesIn(text: string, bet: number | undefined) {
	const good: { name: string; bet: number }[] = [];
	const bad: BadLine[] = [];
	for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
		if (line.trim() === "") continue;
		const slot = slotIn(line, bet);
		if (typeof slot === "string") bad.push({ line: at + 1, text: line, fault: slot });
		else good.push(slot);
	}
	return { good, bad };
}

function slotIn(
	line: string,
	fallback: number | undefined,
): { name: string; bet: number } | BadLine["fault"] {
	const hasCells = /[\t;]/.test(line);
	if (!hasCells && line.trim().length > MAX_LINE_LENGTH) return "name";
	const [first = "", second = ""] = hasCells
		? line.split(/[\t;]/)
		: (WITH_COMMA.exec(line.trim())?.slice(1) ?? [line]);
	if (first === line && MAYBE_BET.test(line.trim())) return "comma";
	const name = singleLine(unquoted(first));
	if (!isVisible(name) || name.length > MAX_LENGTH.name) return "name";
	const typed = unquoted(second);
	const bet = typed === "" ? fallback : centsIn(typed);
	if (bet === undefined) return typed === "" ? "noBet" : "bet";
	return bet < 1 ? "bet" : { name, bet };
}

/** A cell of a spreadsheet without its quotation marks. */
const unquoted = (cell: string): string =>
	cell.trim().replace(/^"(.*)"$/, (_, text) => text.replaceAll('""', '"'));
