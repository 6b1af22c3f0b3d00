import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatMultiplier, formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
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
	const { width, height, left, right, floor, line, evenLine, targets, returns } = chart;
	return (
		<figure className="grid gap-2">
			<svg className="rtp-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
				{returns.map(({ rtp, y }) => (
					<g key={rtp}>
						<line className="rtp-chart__grid" x1={left} x2={right} y1={y} y2={y} />
						<text className="rtp-chart__return" x={left - 6} y={y}>
							{`${Math.round(rtp * 100)}%`}
						</text>
					</g>
				))}
				{targets.map(({ target, x }) => (
					<text key={target} className="rtp-chart__target" x={x} y={floor + 16}>
						{formatMultiplier(target, language)}
					</text>
				))}
				<path className="rtp-chart__stated" d={evenLine} />
				<path className="rtp-chart__line" d={line} />
			</svg>
			<figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
				<span className="flex items-center gap-2">
					<svg className="h-3 w-6" viewBox="0 0 24 12" aria-hidden="true">
						<line className="rtp-chart__line" x1="0" x2="24" y1="6" y2="6" />
					</svg>
					{captions[0]}
				</span>
				<span className="flex items-center gap-2">
					<svg className="h-3 w-6" viewBox="0 0 24 12" aria-hidden="true">
						<line className="rtp-chart__stated" x1="0" x2="24" y1="6" y2="6" />
					</svg>
					{captions[1]}
				</span>
			</figcaption>
		</figure>
	);
}

/** A table of targets with their chance and expected return. */
export function RtpTable({ rows, language }: { rows: ReturnType<typeof rtpRows>; language: Language }) {
	const { t } = useTranslation();
	return (
		<NumberTable
			caption={t("crash.rtpCaption")}
			heads={[t("crash.rtpTarget"), t("crash.rtpChance"), t("crash.rtpReturn")]}
			rows={rows.map(({ target, chance, rtp }) => [
				formatExactMultiplier(target, language),
				formatPercent(chance, language),
				formatPercent(rtp, language),
			])}
		/>
	);
}
