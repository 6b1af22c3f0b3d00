import { useTranslation } from "react-i18next";
import { formatDecimals } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import "~/ui/data-table.css";
import type { Summary } from "./event-counts";

/**
 * The counts per day as a table, which makes the charts readable without sight. Omits events that were not counted;
 * nothing if there are none.
 */
export function DaysTable({ summary, language }: { summary: Summary; language: Language }) {
	const { t } = useTranslation();
	const counted = summary.events.filter(({ total }) => total > 0);
	if (counted.length === 0) return null;
	const rows = summary.days.map((day, at) => ({ day, at })).reverse();
	return (
		<details className="panel">
			<summary className="text-xl font-bold">{t("analytics.perDay")}</summary>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by keyboard. */}
			<section className="mt-5 overflow-x-auto" aria-label={t("analytics.perDay")} tabIndex={0}>
				<table className="data-table text-sm">
					<caption className="sr-only">{t("analytics.perDay")}</caption>
					<thead className="text-left text-muted">
						<tr>
							<th scope="col">{t("analytics.day")}</th>
							{counted.map(({ event }) => (
								<th key={event} scope="col" className="text-right align-bottom">
									{t(`analytics.events.${event}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ day, at }) => (
							<tr key={day}>
								<td className="font-semibold whitespace-nowrap">{day}</td>
								{counted.map(({ event, perDay }) => (
									<td
										key={event}
										data-label={t(`analytics.events.${event}`)}
										className="tabular-nums md:text-right"
									>
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
