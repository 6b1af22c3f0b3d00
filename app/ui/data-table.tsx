import type { ReactNode } from "react";
import "./data-table.css";

export interface Column<Row> {
	label: string;
	/** Aligned to the right. */
	isNumber?: boolean;
	/** Its cells have no label on a phone, like those of the first column. */
	isBare?: boolean;
	/** Of its cells. */
	className?: string;
	cell(row: Row, at: number): ReactNode;
}

interface Props<Row> {
	caption: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	keyOf(row: Row): string | number;
	/** Replaces the cells of a row, such as by a form. */
	insteadOf?(row: Row): ReactNode;
	testId?: string;
}

/** A table of records; on a phone each row is a card. */
export function DataTable<Row>({ caption, columns, rows, keyOf, insteadOf, testId }: Props<Row>) {
	return (
		<table className="data-table">
			<caption className="sr-only">{caption}</caption>
			<thead className="text-left text-sm text-muted">
				<tr>
					{columns.map(({ label, isNumber }) => (
						<th key={label} scope="col" className={isNumber ? "text-right" : undefined}>
							{label}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row, at) => {
					const replacement = insteadOf?.(row);
					return replacement ? (
						<tr key={keyOf(row)}>
							<td colSpan={columns.length}>{replacement}</td>
						</tr>
					) : (
						<tr key={keyOf(row)} data-testid={testId}>
							{columns.map(({ label, isNumber, isBare, className = "", cell }, place) => (
								<td
									key={label}
									data-label={isBare || place === 0 ? undefined : label}
									className={`${isNumber ? "tabular-nums md:text-right" : ""} ${className}`}
								>
									{cell(row, at)}
								</td>
							))}
						</tr>
					);
				})}
			</tbody>
		</table>
	);
}
