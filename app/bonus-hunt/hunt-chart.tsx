import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { HuntChart as Drawn } from "./hunt-chart.server";
import "./hunt-chart.css";

/** A hunt's balance after each slot; what it says in words is there for those who do not see it. */
export function HuntChart({ chart, opened, language }: { chart: Drawn; opened: number; language: Language }) {
	const { t } = useTranslation();
	const { width, height, line, area, levels, zero, start, end } = chart;
	const euros = (cents: number) => formatEuros(cents / 100, language);
	return (
		<section aria-labelledby="hunt-chart" className="panel grid gap-4">
			<h2 id="hunt-chart" className="text-2xl font-bold">
				{t("hunt.pastHunts.chart")}
			</h2>
			<figure className="grid gap-3" data-testid="hunt-chart">
				<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 pt-2 text-xs text-muted tabular-nums">
					<div aria-hidden="true" className="flex flex-col justify-between text-right">
						{levels.map((level) => (
							<span key={level} className="flex h-0 items-center justify-end">
								{euros(level)}
							</span>
						))}
					</div>
					<svg
						className="hunt-chart__plot"
						viewBox={`0 0 ${width} ${height}`}
						preserveAspectRatio="none"
						role="img"
						aria-label={t("hunt.pastHunts.chart")}
					>
						{levels.map((level, at) => (
							<line
								key={level}
								className="hunt-chart__grid"
								x1="0"
								x2={width}
								y1={(height * at) / (levels.length - 1)}
								y2={(height * at) / (levels.length - 1)}
							/>
						))}
						<path className="hunt-chart__area" d={area} />
						<line className="hunt-chart__zero" x1="0" x2={width} y1={zero} y2={zero} />
						<path className="hunt-chart__line" d={line} />
					</svg>
					<div aria-hidden="true" className="col-start-2 flex justify-between gap-2">
						<span>{t("hunt.pastHunts.chartStart")}</span>
						<span>
							{t("hunt.pastHunts.chartEnd", { count: opened, slots: formatPoints(opened, language) })}
						</span>
					</div>
				</div>
				<figcaption className="text-sm text-muted">
					{t("hunt.pastHunts.chartSummary", { start: euros(start), end: euros(end) })}
				</figcaption>
			</figure>
		</section>
	);
}
