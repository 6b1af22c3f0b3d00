import { useTranslation } from "react-i18next";
import "~/ui/data-table.css";
import type { EventLine } from "./view";

/** A table of the kinds of warnings and errors in the log since the start; a text if there are none. */
export function EventsTable({ events }: { events: readonly EventLine[] }) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="events" className="panel grid grid-cols-[minmax(0,1fr)] gap-3">
			<h2 id="events" className="text-xl font-bold">
				{t("operations.events")}
			</h2>
			<p className="max-w-prose text-muted">
				{t(events.length > 0 ? "operations.eventsIntro" : "operations.noEvents")}
			</p>
			{events.length > 0 ? (
				<table className="data-table text-sm">
					<caption className="sr-only">{t("operations.events")}</caption>
					<thead className="text-left text-muted">
						<tr>
							<th scope="col">{t("operations.event")}</th>
							<th scope="col">{t("operations.level")}</th>
							<th scope="col">{t("operations.times")}</th>
							<th scope="col">{t("operations.lastAt")}</th>
							<th scope="col">{t("operations.request")}</th>
						</tr>
					</thead>
					<tbody>
						{events.map(({ event, level, count, lastAt, requestId }) => (
							<tr key={`${level} ${event}`}>
								<td data-label={t("operations.event")} className="font-semibold wrap-anywhere">
									{event}
								</td>
								<td data-label={t("operations.level")}>
									{t(level === "error" ? "operations.error" : "operations.warning")}
								</td>
								<td data-label={t("operations.times")} className="tabular-nums">
									{count}
								</td>
								<td data-label={t("operations.lastAt")}>{lastAt}</td>
								<td data-label={t("operations.request")} className="mono">
									{requestId ?? "–"}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			) : null}
		</section>
	);
}
