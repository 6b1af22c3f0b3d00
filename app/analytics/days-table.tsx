import { useTranslation } from "react-i18next";
import { formatDecimals } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import "~/ui/data-table.css";

interface Props {
	title: string;
	days: readonly string[];
	/** Each with one number per day. */
	columns: readonly { id: string; label: string; perDay: readonly number[] }[];
	language: Language;
}

/**
 * Numbers per day as a table, which makes the charts readable without sight. Omits columns that are always 0; nothing if
 * there are no others.
 */
export function DaysTable({ title, days, columns, language }: Props) {
	const { t } = useTranslation();
	const counted = columns.filter(({ perDay }) => perDay.some((count) => count !== 0));
	if (counted.length === 0) return null;
	const rows = days.map((day, at) => ({ day, at })).reverse();
	return (
		<details className="panel">
			<summary className="text-xl font-bold">{title}</summary>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by keyboard. */}
			<section className="mt-5 overflow-x-auto" aria-label={title} tabIndex={0}>
				<table className="data-table text-sm">
					<caption className="sr-only">{title}</caption>
					<thead className="text-left text-muted">
						<tr>
							<th scope="col">{t("analytics.day")}</th>
							{counted.map(({ id, label }) => (
								<th key={id} scope="col" className="text-right align-bottom">
									{label}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ day, at }) => (
							<tr key={day}>
								<td className="font-semibold whitespace-nowrap">{day}</td>
								{counted.map(({ id, label, perDay }) => (
									<td key={id} data-label={label} className="tabular-nums md:text-right">
										{formatDecimals(perDay[at] ?? 0, language)}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</details>
	);
}
