import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { PERIODS, type Period, type ShownChart } from "./statement";
import "./balance-chart.css";

interface Props {
	chart: ShownChart | undefined;
	period: Period;
	language: Language;
}

/** A balance over time; what it says in words is there for those who do not see it. */
export function BalanceChart({ chart, period, language }: Props) {
	const { t } = useTranslation();
	const points = (value: number) => formatPoints(value, language);
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
					<Plot chart={chart} points={points} />
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

function Plot({ chart, points }: { chart: ShownChart; points(value: number): string }) {
	const { t } = useTranslation();
	const { width, height, line, area, levels, moments } = chart;
	const [start, middle, end] = moments;
	const between = levels.length - 1;
	return (
		<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 pt-2 text-xs text-muted tabular-nums">
			<div aria-hidden="true" className="flex flex-col justify-between text-right">
				{levels.map((level) => (
					<span key={level} className="flex h-0 items-center justify-end">
						{points(level)}
					</span>
				))}
			</div>
			<svg
				className="balance-chart__plot"
				viewBox={`0 0 ${width} ${height}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={t("points.overTime")}
			>
				{levels.map((level, at) => (
					<line
						key={level}
						className="balance-chart__grid"
						x1="0"
						x2={width}
						y1={(height * at) / between}
						y2={(height * at) / between}
					/>
				))}
				<path className="balance-chart__area" d={area} />
				<path className="balance-chart__line" d={line} />
			</svg>
			<div aria-hidden="true" className="col-start-2 flex justify-between gap-2">
				<span>{start}</span>
				<span className="max-sm:hidden">{middle}</span>
				<span>{end}</span>
			</div>
		</div>
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
