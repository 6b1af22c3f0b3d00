import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatMultiplier, formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { LinePlot } from "~/ui/line-plot";
import { NumberTable } from "./number-table";
import type { drawRtpChart, rtpRows } from "./rtp-chart.server";
import "./rtp-chart.css";

export type Drawing = ReturnType<typeof drawRtpChart>;

interface ChartProps {
	chart: Drawing;
	/** The text alternative. */
	label: string;
	/** The names of the line and of the even one. */
	captions: readonly [string, string];
	language: Language;
}

/** A line chart of the expected return by target, with that of the even draw for comparison. Its texts are props, because several pages show it. */
export function RtpChart({ chart, label, captions, language }: ChartProps) {
	return (
		<figure className="grid gap-2">
			<LinePlot
				chart={chart}
				label={label}
				format={(level) => formatPercent(level, language)}
				marks={<path className="rtp-chart__even" d={chart.evenLine} />}
			>
				{chart.targets.map((target) => (
					<span key={target}>{formatMultiplier(target, language)}</span>
				))}
			</LinePlot>
			<figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
				{(["line-plot__line", "rtp-chart__even"] as const).map((line, at) => (
					<span key={line} className="flex items-center gap-2">
						<svg className="h-3 w-6" viewBox="0 0 24 12" aria-hidden="true">
							<line className={line} x1="0" x2="24" y1="6" y2="6" />
						</svg>
						{captions[at]}
					</span>
				))}
			</figcaption>
		</figure>
	);
}

/** A table of targets with their chance and expected return. */
export function RtpTable({ rows, language }: { rows: ReturnType<typeof rtpRows>; language: Language }) {
	const { t } = useTranslation();
	return (
		<NumberTable
			caption={t("crashRules.rtpCaption")}
			heads={[t("crashRules.rtpTarget"), t("crashRules.rtpChance"), t("crashRules.rtpReturn")]}
			rows={rows.map(({ target, chance, rtp }) => [
				formatExactMultiplier(target, language),
				formatPercent(chance, language),
				formatPercent(rtp, language),
			])}
		/>
	);
}
