import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { LinePlot } from "~/ui/line-plot";
import { PERIODS, type Period } from "./statement";
import type { Statement } from "./statement.server";

interface Props {
	chart: Statement["chart"];
	period: Period;
	language: Language;
}

/**
 * The section of a balance over time: links that choose the period by the search parameter `period`, and the chart with
 * a summary in words. Without a chart it shows that there are no entries in the period.
 */
export function BalanceChart({ chart, period, language }: Props) {
	const { t } = useTranslation();
	const points = (value: number) => formatPoints(value, language);
	const [start, middle, end] = chart?.moments ?? [];
	return (
		<section aria-labelledby="balance-over-time" className="panel grid gap-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="balance-over-time" className="text-2xl font-bold">
					{t("points.overTime")}
				</h2>
				<PeriodLinks period={period} />
			</div>
			{chart ? (
				<figure className="grid gap-3" data-testid="balance-chart">
					<LinePlot chart={chart} label={t("points.overTime")} format={points}>
						<span>{start}</span>
						<span className="max-sm:hidden">{middle}</span>
						<span>{end}</span>
					</LinePlot>
					<figcaption className="text-sm text-muted">
						{t("points.chartSummary", {
							opening: points(chart.opening),
							closing: points(chart.closing),
							lowest: points(chart.lowest),
							highest: points(chart.highest),
						})}
					</figcaption>
				</figure>
			) : (
				<p className="text-muted">{t("points.nothingInPeriod")}</p>
			)}
		</section>
	);
}

function PeriodLinks({ period }: { period: Period }) {
	const { t } = useTranslation();
	const [params] = useSearchParams();
	const searchFor = (offered: Period) => {
		const search = new URLSearchParams(params);
		search.set("period", offered);
		return `?${search}`;
	};
	return (
		<nav aria-label={t("points.period")}>
			<ul className="flex flex-wrap gap-2">
				{PERIODS.map((offered) => (
					<li key={offered}>
						<Link
							to={searchFor(offered)}
							preventScrollReset
							aria-current={offered === period ? "true" : undefined}
							className={`button min-h-9 px-3 text-sm ${offered === period ? "button-chosen" : "text-muted"}`}
						>
							{t(`points.periods.${offered}`)}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
