import { CloudOff, Crown, Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ageOf, formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept } from "~/ui/shell/kept";
import type { HuntSlot, Statistics } from "../model/hunt";
import { bestOf } from "../model/hunt-results";
import { HuntTiles } from "./tiles";

interface Props {
	/** Null when they could not be loaded. */
	statistics: Statistics | null;
	slots: readonly HuntSlot[] | null;
	language: Language;
}

/** The statistics of a hunt: six tiles, the progress and the best slots; an error message without statistics. */
export function HuntStatisticsPanel({ statistics, slots, language }: Props) {
	const { t } = useTranslation();
	const best = bestOf(slots ?? []);
	const { countTotalBonus: total, countOpenedBonus: opened } = statistics ?? {};
	return (
		<Kept
			as="section"
			by={["hunt", statistics, best]}
			aria-labelledby="hunt-statistics"
			className="grid gap-4"
		>
			{() => (
				<>
					<h2 id="hunt-statistics" className="sr-only">
						{t("hunt.figures")}
					</h2>
					{statistics ? (
						<HuntTiles statistics={statistics} language={language} />
					) : (
						<p
							className="panel py-10 text-center text-lg font-semibold text-bad"
							data-testid="statistics-failed"
						>
							{t("hunt.statisticsFailed")}
						</p>
					)}
					{total && total > 0 && opened != null ? (
						<div className="grid gap-1.5">
							<progress
								className="progress-bar"
								max={total}
								value={Math.min(opened, total)}
								aria-labelledby="hunt-progress"
							/>
							<p id="hunt-progress" className="text-sm text-muted tabular-nums">
								{t("hunt.progress", {
									opened: formatPoints(opened, language),
									total: formatPoints(total, language),
								})}
							</p>
						</div>
					) : null}
					<BestSlots {...best} language={language} />
				</>
			)}
		</Kept>
	);
}

interface BestProps {
	/** Euros. */
	win?: { name: string; amount: number } | undefined;
	multiplier?: { name: string; ratio: number } | undefined;
	language: Language;
}

/** The slots with the highest payout and the highest multiplier. */
export function BestSlots({ win, multiplier, language }: BestProps) {
	const { t } = useTranslation();
	const best = [
		win && ([Crown, t("hunt.bestWin"), win.name, formatEuros(win.amount, language)] as const),
		multiplier &&
			([Zap, t("hunt.bestMultiplier"), multiplier.name, formatRatio(multiplier.ratio, language)] as const),
	].filter((one) => one !== undefined);
	if (best.length === 0) return null;
	return (
		<dl className="grid gap-3 sm:grid-cols-2 sm:gap-4">
			{best.map(([Icon, label, name, value]) => (
				<div
					key={label}
					className="panel grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 px-5 py-3.5"
				>
					<dt className="contents">
						<Icon aria-hidden="true" className="row-span-2 size-8 text-accent-text" strokeWidth={1.5} />
						<span className="text-sm text-muted">{label}</span>
					</dt>
					<dd className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
						<span className="max-w-full min-w-0 truncate font-semibold">{name}</span>
						<span className="font-display text-xl font-extrabold text-accent-text tabular-nums">{value}</span>
					</dd>
				</div>
			))}
		</dl>
	);
}

/**
 * A status message with the age of the values while newer ones are not available; empty if both are null.
 * `staleMs` is ms since the external source's last answer, while it fails;
 * `lostMs` is ms since the site's last answer, while it cannot be reached.
 */
export function HuntAge({ staleMs, lostMs }: { staleMs: number | null; lostMs: number | null }) {
	const { t } = useTranslation();
	const ms = lostMs === null ? staleMs : Math.max(lostMs, staleMs ?? 0);
	const { unit, count } = ageOf(new Date(0), new Date(ms ?? 0));
	return (
		<p role="status" className="empty:hidden">
			{ms === null ? null : (
				<span
					className="flex items-start gap-2.5 rounded-2xl border border-bad px-4 py-2.5 font-semibold text-bad"
					data-testid="hunt-age"
				>
					<CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
					{lostMs === null ? t(`hunt.stale.${unit}`, { count }) : t(`hunt.lost.${unit}`, { count })}
				</span>
			)}
		</p>
	);
}
