import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Pager } from "~/ui/pager";
import { SignedPoints } from "../signed-points";
import { GROUP_NAMES } from "./import";
import type { ImportReport } from "./report.server";
import "~/ui/data-table.css";

/** The lines of an import, one group at a time; on a phone each line is a card. */
export function ImportLines({ report, language }: { report: ImportReport; language: Language }) {
	const { t } = useTranslation();
	const { counts, group, lines } = report;
	return (
		<section aria-label={t(`points.groups.${group}`)} className="panel grid gap-4">
			<nav aria-label={t("points.result")} className="flex flex-wrap gap-2">
				{GROUP_NAMES.filter((name) => counts[name] > 0 || name === group).map((name) => (
					<Link
						key={name}
						to={`?show=${name}`}
						preventScrollReset
						aria-current={name === group ? "true" : undefined}
						className={`button ${name === group ? "button-primary" : ""}`}
						data-testid={`group-${name}`}
					>
						{t(`points.groups.${name}`)}
						<span className="tabular-nums">{formatPoints(counts[name], language)}</span>
					</Link>
				))}
			</nav>
			{lines.rows.length === 0 ? (
				<p className="text-muted">{t("points.noLines")}</p>
			) : (
				<table className="data-table">
					<caption className="sr-only">{t(`points.groups.${group}`)}</caption>
					<thead className="text-left text-sm text-muted">
						<tr>
							<th scope="col">{t("points.line")}</th>
							<th scope="col">{t("points.username")}</th>
							<th scope="col" className="text-right">
								{t("points.before")}
							</th>
							<th scope="col" className="text-right">
								{t("points.after")}
							</th>
							<th scope="col" className="text-right">
								{t("points.result")}
							</th>
						</tr>
					</thead>
					<tbody>
						{lines.rows.map((line) => (
							<Line key={line.line} line={line} language={language} />
						))}
					</tbody>
				</table>
			)}
			<Pager previous={lines.previous} next={lines.next} />
		</section>
	);
}

function Line({ line, language }: { line: ImportReport["lines"]["rows"][number]; language: Language }) {
	const { t } = useTranslation();
	const { before, after, result, isFault } = line;
	const number = (value: number | undefined) => (value === undefined ? "–" : formatPoints(value, language));
	return (
		<tr data-testid="import-line" data-fault={isFault || undefined}>
			<td data-label={t("points.line")} className="tabular-nums text-muted">
				{line.line}
			</td>
			<td className="font-semibold break-all max-md:order-first">{line.username || "–"}</td>
			<td data-label={t("points.before")} className="tabular-nums md:text-right">
				{number(before)}
			</td>
			<td data-label={t("points.after")} className="tabular-nums md:text-right">
				{number(after)}
			</td>
			<td
				data-label={t("points.result")}
				className={`md:text-right ${isFault ? "font-semibold text-bad wrap-anywhere" : ""}`}
			>
				<span className="grid">
					{before !== undefined && after !== undefined && after !== before && !isFault ? (
						<SignedPoints delta={after - before} language={language} />
					) : null}
					{result ?? (before === undefined ? t("points.lineStates.unknown") : null)}
				</span>
			</td>
		</tr>
	);
}
