import { useTranslation } from "react-i18next";
import { formatDecimals } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { BarChart } from "./bar-chart";
import type { EventSummary } from "./event-counts";
import "./analytics.css";

interface Props {
	summary: EventSummary;
	/** Formatted days, one per bar of the chart. */
	days: readonly string[];
	language: Language;
	/** Spans both columns. */
	isWide?: boolean;
}

/** A panel for one event: its total with the change, a chart and the most frequent subjects. */
export function EventCard({ summary, days, language, isWide = false }: Props) {
	const { t } = useTranslation();
	const { event, total, today, chart, top } = summary;
	const name = t(`analytics.events.${event}`);
	return (
		<section
			aria-labelledby={event}
			className={`panel grid content-start gap-4 ${isWide ? "lg:col-span-2" : ""}`}
			data-testid={`event-${event}`}
		>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h3 id={event} className="text-xl font-bold">
					{name}
				</h3>
				<p className="text-sm text-muted tabular-nums">{t("analytics.today", { count: today })}</p>
			</div>
			<div>
				<p className="flex items-baseline gap-3">
					<strong className="font-display text-4xl tabular-nums" data-testid="total">
						{formatDecimals(total, language)}
					</strong>
					<span className="text-sm text-muted">{t("analytics.total", { days: days.length })}</span>
				</p>
				<Change summary={summary} days={days.length} language={language} />
			</div>
			{chart ? (
				<Bars chart={chart} name={name} perDay={summary.perDay} days={days} />
			) : (
				<p className="text-muted">{t("analytics.none")}</p>
			)}
			{top.length > 0 ? (
				<Top
					name={name}
					top={top}
					subject={t(event.startsWith("points_") ? "analytics.source" : "analytics.subject")}
					language={language}
				/>
			) : null}
		</section>
	);
}

function Change({
	summary: { total, before },
	days,
	language,
}: Omit<Props, "days" | "isWide"> & { days: number }) {
	const { t } = useTranslation();
	if (before === undefined || (total === 0 && before === 0)) return null;
	const change = before === 0 ? "first" : total > before ? "up" : total < before ? "down" : "same";
	const percent = `${formatDecimals(before === 0 ? 0 : 100 * Math.abs(total / before - 1), language, 0, 0)}%`;
	return (
		<p className={`text-sm ${change === "up" ? "text-good" : "text-muted"}`}>
			{t(`analytics.change.${change}`, { percent, days, before })}
		</p>
	);
}

interface BarsProps {
	chart: BarChart;
	name: string;
	perDay: readonly number[];
	days: readonly string[];
}

function Bars({ chart: { width, height, bars, highest }, name, perDay, days }: BarsProps) {
	const { t } = useTranslation();
	const [from, to] = [days.at(0), days.at(-1)];
	return (
		<figure className="grid gap-1 text-xs text-muted tabular-nums">
			<svg
				className="event-bars"
				viewBox={`0 0 ${width} ${height}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={t("analytics.chart", { event: name, from, to, highest })}
			>
				<line className="event-bars__floor" x1="0" x2={width} y1={height} y2={height} />
				{bars.map((bar, at) => (
					<g key={days[at]}>
						<rect className="event-bars__bar" {...bar} />
						{/* As high as the chart, so that days without events have a tooltip too. */}
						<rect
							className="event-bars__day"
							x={(at * width) / bars.length}
							y="0"
							width={width / bars.length}
							height={height}
						>
							<title>{t("analytics.onDay", { day: days[at], count: perDay[at] })}</title>
						</rect>
					</g>
				))}
			</svg>
			<div aria-hidden="true" className="flex justify-between gap-2">
				<span>{from}</span>
				<span>{to}</span>
			</div>
		</figure>
	);
}

interface TopProps {
	name: string;
	top: EventSummary["top"];
	/** The heading of the labels. */
	subject: string;
	language: Language;
}

function Top({ name, top, subject, language }: TopProps) {
	const { t } = useTranslation();
	return (
		<table className="w-full text-sm">
			<caption className="sr-only">
				{name}: {t("analytics.most")}
			</caption>
			<thead className="text-left text-muted">
				<tr>
					<th scope="col" className="pb-1 font-semibold">
						{subject}
					</th>
					<th scope="col" className="pb-1 text-right font-semibold">
						{t("analytics.count")}
					</th>
				</tr>
			</thead>
			<tbody>
				{top.map(({ label, count }) => (
					<tr key={label} className="border-t border-line">
						<td className="py-1.5 pr-3 wrap-anywhere">
							<bdi>{label}</bdi>
						</td>
						<td className="py-1.5 text-right align-top tabular-nums">{formatDecimals(count, language)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
