import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { LinePlot } from "~/ui/line-plot";
import type { HuntChart as Drawn } from "./hunt-chart.server";

/** The chart of a hunt's balance, with a text alternative for screen readers. */
export function HuntChart({ chart, opened, language }: { chart: Drawn; opened: number; language: Language }) {
	const { t } = useTranslation();
	const { width, zero, start, end } = chart;
	const euros = (cents: number) => formatEuros(cents / 100, language);
	return (
		<section aria-labelledby="hunt-chart" className="panel grid gap-4">
			<h2 id="hunt-chart" className="text-2xl font-bold">
				{t("hunt.pastHunts.chart")}
			</h2>
			<figure className="grid gap-3" data-testid="hunt-chart">
				<LinePlot
					chart={chart}
					label={t("hunt.pastHunts.chart")}
					format={euros}
					marks={<line className="line-plot__zero" x1="0" x2={width} y1={zero} y2={zero} />}
				>
					<span>{t("hunt.pastHunts.chartStart")}</span>
					<span>
						{t("hunt.pastHunts.chartEnd", { count: opened, slots: formatPoints(opened, language) })}
					</span>
				</LinePlot>
				<figcaption className="text-sm text-muted">
					{t("hunt.pastHunts.chartSummary", { start: euros(start), end: euros(end) })}
				</figcaption>
			</figure>
		</section>
	);
}
