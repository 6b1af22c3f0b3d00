import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { nameIn } from "~/account/viewer";
import { DomainError } from "~/forms/domain-error";
import { type AccountPlatform, type Columns, columnsOf } from "./columns";

/** A record of an imported file, unchecked; missing fields are empty. */
export interface FileLine {
	/** Line number in the file, from 1. */
	line: number;
	/** The id of a user of this site. */
	id: string;
	/** The account at a platform, if the file has its id. */
	platform: AccountPlatform | "";
	personId: string;
	/** Normalised as names of users are. */
	username: string;
	points: string;
	/** Whether the record has more fields than the file has columns. */
	isOverlong: boolean;
}

export interface PointsFile {
	/** The program whose export it is; undefined for the site's own columns. */
	source: string | undefined;
	lines: FileLine[];
}

/** Maximum number of records, without the line of column names. */
export const MAX_LINES = 50_000;
/** Maximum size of a file in bytes: about 200 for each line. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Maximum size in bytes of the form with a file: its fields and the boundaries between them come on top. */
export const FILE_FORM_BYTES = MAX_FILE_BYTES + 64 * 1024;
const MAX_LINE_LENGTH = 10_000;
const DELIMITERS = [",", ";", "\t"] as const;
/** Lines that are parsed before other work of the process gets a turn. */
const LINES_PER_TURN = 500;

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
 * Parses a CSV text, in turns between which other work of the process goes on. Its first line names the columns: see
 * {@link columnsOf}; other columns and blank records are ignored. Fields are separated by commas, semicolons or tabs,
 * depending on the spreadsheet's locale. The values are not validated.
 * @throws {DomainError} `importEmpty` without records, `importTooLong` above {@link MAX_LINES}, `importUnreadable` for
 * invalid CSV, `importLineTooLong`, and as {@link columnsOf}.
 */
export async function parsePointsFile(text: string): Promise<PointsFile> {
	const lines: FileLine[] = [];
	let head: FileRecord | undefined;
	let columns: Columns | undefined;
	for await (const one of recordsOf(text)) {
		if (!head) {
			head = one;
			continue;
		}
		if (!columns) {
			columns = columnsOf(head.record, one.record);
			if (columns.isHeadless) lines.push(lineOf(head, head.record.length, columns));
		}
		lines.push(lineOf(one, head.record.length, columns));
		if (lines.length > MAX_LINES) throw new DomainError("importTooLong", { most: MAX_LINES });
	}
	if (!columns) {
		// A file of one line may be a record without column names.
		columns = head && columnsOf(head.record);
		if (!head || !columns?.isHeadless) throw new DomainError("importEmpty");
		lines.push(lineOf(head, head.record.length, columns));
	}
	return { source: columns.source, lines };
}

function lineOf({ record, line }: FileRecord, width: number, columns: Columns): FileLine {
	const field = (at: number | undefined) => (at === undefined ? "" : unescaped((record[at] ?? "").trim()));
	const [person] = columns.people.filter((one) => field(one.id) !== "" || field(one.name) !== "");
	const personId = field(person?.id);
	// An id of another kind belongs to this site, as in a file that was exported here.
	const isAccount = person?.platform !== undefined && /^\d{1,20}$/.test(personId);
	return {
		line,
		id: isAccount ? field(columns.id) : field(columns.id) || personId,
		platform: isAccount ? (person?.platform ?? "") : "",
		personId: isAccount ? personId : "",
		username: nameIn(field(person?.name).replace(/^@/, "")) ?? "",
		points: field(columns.points),
		// A spreadsheet may end each line with a comma.
		isOverlong: record.slice(width).some((extra) => extra.trim() !== ""),
	};
}

/** Removes the apostrophe with which an export escapes a text that a spreadsheet would take for a formula. */
const unescaped = (field: string) => field.replace(/^'(?=[=+\-@\t\r])/, "");

interface FileRecord {
	record: string[];
	/** The number of its last line. */
	line: number;
}

interface Parsed {
	record: string[];
	info: { lines: number };
}

/** Reads the records that are not blank. */
async function* recordsOf(text: string): AsyncGenerator<FileRecord, void> {
	const { delimiter, firstLine } = dialectOf(text);
	const lines = text.split(/\r\n|\n|\r/).slice(firstLine - 1);
	let read = 0;
	const parser = parse({
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
	});
	try {
		const parsed: AsyncIterable<Parsed> = Readable.from(inTurns(lines)).pipe(parser);
		for await (const { record, info } of parsed) {
			const isBlank = record.every((field) => field.trim() === "");
			if (!isBlank) yield { record, line: firstLine - 1 + info.lines };
		}
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

async function* inTurns(lines: readonly string[]): AsyncGenerator<string, void> {
	for (let at = 0; at < lines.length; at += LINES_PER_TURN) {
		const isLast = at + LINES_PER_TURN >= lines.length;
		yield lines.slice(at, at + LINES_PER_TURN).join("\n") + (isLast ? "" : "\n");
		await nextTurn();
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
