import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import "~/ui/data-table.css";
import type { PointsSummary } from "./points-summary.server";

/** The largest gains, each with a link to the viewer's statement; nothing without one. */
export function Gainers({ gainers, language }: Pick<PointsSummary, "gainers"> & { language: Language }) {
	const { t } = useTranslation();
	if (gainers.length === 0) return null;
	return (
		<section aria-labelledby="gainers" className="panel grid gap-4">
			<h3 id="gainers" className="text-xl font-bold">
				{t("analytics.gainers")}
			</h3>
			<table className="data-table text-sm" data-testid="gainers">
				<caption className="sr-only">{t("analytics.gainers")}</caption>
				<thead className="text-left text-muted">
					<tr>
						<th scope="col">{t("analytics.gainer")}</th>
						<th scope="col">{t("analytics.source")}</th>
						<th scope="col" className="text-right">
							{t("analytics.points")}
						</th>
					</tr>
				</thead>
				<tbody>
					{gainers.map(({ userId, username, source, points }) => (
						<tr key={`${userId} ${source}`}>
							<td className="wrap-anywhere">
								<Link to={`/user-points/${encodeURIComponent(userId)}`} className="link">
									{username ?? t("shell.anonymous")}
								</Link>
							</td>
							<td data-label={t("analytics.source")}>{source}</td>
							<td data-label={t("analytics.points")} className="tabular-nums md:text-right">
								{formatPoints(points, language)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
