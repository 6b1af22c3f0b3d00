import { useTranslation } from "react-i18next";
import { formatDecimals } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { EventName } from "./events";
import "./analytics.css";

/** The counts of an event, or of points. */
interface Counts {
	event: EventName | "points_created" | "points_spent";
	total: number;
	/** The total of as many days before; undefined if it is not known. */
	before?: number;
	today: number;
	/** One count per day. */
	perDay: readonly number[];
	/** The labels with the highest counts, the highest first. */
	top: readonly { label: string; count: number }[];
}

interface Props {
	summary: Counts;
	/** Formatted days, one per bar of the chart. */
	days: readonly string[];
	language: Language;
	/** Spans both columns. */
	isWide?: boolean;
}

/** A panel for one event: its total with the change, a chart and the most frequent subjects. */
export function EventCard({ summary, days, language, isWide = false }: Props) {
	const { t } = useTranslation();
	const { event, total, today, perDay, top } = summary;
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
			{total > 0 ? (
				<Bars name={name} perDay={perDay} days={days} />
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

/** The size of the chart. */
const [WIDTH, HEIGHT] = [600, 120];
/** Minimum height of a bar above 0, so that one event among thousands is visible. */
const MIN_HEIGHT = 2;

function Bars({ name, perDay, days }: { name: string; perDay: readonly number[]; days: readonly string[] }) {
	const { t } = useTranslation();
	const [from, to] = [days.at(0), days.at(-1)];
	const highest = Math.max(...perDay);
	const step = WIDTH / perDay.length;
	const heightOf = (count: number) =>
		count === 0 ? 0 : Math.max(MIN_HEIGHT, Math.round((count / highest) * HEIGHT));
	return (
		<figure className="grid gap-1 text-xs text-muted tabular-nums">
			<svg
				className="event-bars"
				viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={t("analytics.chart", { event: name, from, to, highest })}
			>
				<line className="event-bars__floor" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
				{perDay.map((count, at) => (
					<g key={days[at]}>
						<rect
							className="event-bars__bar"
							x={(at + 1 / 8) * step}
							y={HEIGHT - heightOf(count)}
							width={(step * 3) / 4}
							height={heightOf(count)}
						/>
						{/* As high as the chart, so that days without events have a tooltip too. */}
						<rect className="event-bars__day" x={at * step} y="0" width={step} height={HEIGHT}>
							<title>{t("analytics.onDay", { day: days[at], count })}</title>
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
	top: Counts["top"];
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
