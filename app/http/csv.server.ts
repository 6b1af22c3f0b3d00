import { stringify } from "csv-stringify/sync";
import { download } from "./download.server";

export interface CsvColumn<Row> {
	/** The heading. */
	name: string;
	/** The cell; empty for null and undefined. */
	of(row: Row): string | number | null | undefined;
}

/**
 * A response that streams a CSV file batch by batch. The text is UTF-8 with a byte order mark, which spreadsheets need
 * to detect the encoding. Texts that a spreadsheet would evaluate as formulas are escaped.
 * @param name the file name, ASCII.
 */
export const csvDownload = <Row>(
	name: string,
	columns: readonly CsvColumn<Row>[],
	batches: AsyncIterable<readonly Row[]>,
): Response => download(name, "text/csv; charset=utf-8", textOf(columns, batches));

async function* textOf<Row>(
	columns: readonly CsvColumn<Row>[],
	batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void> {
	yield `\uFEFF${linesOf([columns.map((column) => column.name)])}`;
	for await (const rows of batches) {
		if (rows.length > 0) yield linesOf(rows.map((row) => columns.map((column) => column.of(row))));
	}
}

const linesOf = (records: (string | number | null | undefined)[][]): string =>
	stringify(records, { escape_formulas: true, record_delimiter: "windows" });
