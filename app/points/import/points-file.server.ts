import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { DomainError } from "~/forms/domain-error";

/** A record of an imported file, unchecked; missing fields are empty. */
export interface FileLine {
	/** Line number in the file, from 1. */
	line: number;
	id: string;
	username: string;
	points: string;
	/** Whether the record has more fields than the file has columns. */
	isOverlong: boolean;
}

/** Maximum number of records, without the line of column names. */
export const MAX_LINES = 5000;
const MAX_LINE_LENGTH = 10_000;
const DELIMITERS = [",", ";", "\t"] as const;

/**
 * Decodes UTF-8.
 * @throws {DomainError} `importNotText` for any other bytes.
 */
export function decodeFile(bytes: ArrayBuffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new DomainError("importNotText");
	}
}

/**
 * Parses a CSV text. Its first line names the columns: `points`, and `id` or `username`; other columns are
 * ignored. Fields are separated by commas, semicolons or tabs, depending on the spreadsheet's locale. Names are returned
 * in lower case; the values are not validated.
 * @throws {DomainError} `importEmpty` without records, `importColumns`, `importTooLong` above {@link MAX_LINES},
 * `importUnreadable` for invalid CSV, `importLineTooLong`.
 */
export function parsePointsFile(text: string): FileLine[] {
	const [head, ...records] = recordsOf(text);
	if (!head) throw new DomainError("importEmpty");
	const names = head.record.map((name) => name.trim().toLowerCase());
	const columns = {
		id: names.indexOf("id"),
		username: names.indexOf("username"),
		points: names.indexOf("points"),
	};
	const isNamedTwice = (["id", "username", "points"] as const).some(
		(name) => names.indexOf(name) !== names.lastIndexOf(name),
	);
	if (columns.points < 0 || (columns.id < 0 && columns.username < 0) || isNamedTwice) {
		throw new DomainError("importColumns");
	}
	if (records.length === 0) throw new DomainError("importEmpty");
	if (records.length > MAX_LINES) throw new DomainError("importTooLong", { most: MAX_LINES });
	return records.map(({ record, line }) => {
		const field = (at: number) => (at < 0 ? "" : unescaped((record[at] ?? "").trim()));
		return {
			line,
			id: field(columns.id),
			username: field(columns.username).toLowerCase(),
			points: field(columns.points),
			isOverlong: record.length > head.record.length,
		};
	});
}

/** Removes the apostrophe with which an export escapes a text that a spreadsheet would take for a formula. */
const unescaped = (field: string) => field.replace(/^'(?=[=+\-@\t\r])/, "");

interface Parsed {
	record: string[];
	info: { lines: number };
}

function recordsOf(text: string): { record: string[]; line: number }[] {
	const { delimiter, firstLine } = dialectOf(text);
	const lines = text.split(/\r\n|\n|\r/).slice(firstLine - 1);
	let read = 0;
	try {
		const parsed = parse(lines.join("\n"), {
			bom: true,
			delimiter,
			info: true,
			max_record_size: MAX_LINE_LENGTH,
			on_record: (record, { lines }) => {
				read = lines;
				return record;
			},
			record_delimiter: "\n",
			relax_column_count: true,
			skip_empty_lines: true,
		}) as unknown as Parsed[];
		return parsed.map(({ record, info }) => ({ record, line: firstLine - 1 + info.lines }));
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		// Names the line where the faulty record begins. The parser reports where it gave up, which may be many
		// lines below an open quotation mark.
		const at = lines.findIndex((line, index) => index >= read && line !== "");
		const line = firstLine + Math.max(at, 0);
		const isLong =
			error.code === "CSV_MAX_RECORD_SIZE" && Buffer.byteLength(lines[at] ?? "") > MAX_LINE_LENGTH;
		throw isLong
			? new DomainError("importLineTooLong", { line, most: MAX_LINE_LENGTH })
			: new DomainError("importUnreadable", { line });
	}
}

/**
 * Returns the delimiter and the first line to read, from 1. A first line `sep=;`, as Excel writes it, names the
 * delimiter; otherwise the most frequent one of the first line is used.
 */
function dialectOf(text: string): { delimiter: string; firstLine: number } {
	const head = text.replace(/^\uFEFF/, "").split(/[\r\n]/, 1)[0] ?? "";
	const declared = /^"?sep=([^"])"?$/i.exec(head)?.[1];
	if (declared) return { delimiter: declared, firstLine: 2 };
	const countOf = (delimiter: string) => head.split(delimiter).length;
	const delimiter = DELIMITERS.reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
	return { delimiter, firstLine: 1 };
}
