import { memo } from "react";
import { useTranslation } from "react-i18next";
import { formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Totals } from "../rules";

/** Shows totals: points staked and received, the net of both, and the number of draws. */
export const Stats = memo(function Stats({
	language,
	isDemo,
	totals,
	draws,
}: {
	language: Language;
	isDemo: boolean;
	totals: Totals;
	/** The name of the number of draws. */
	draws: string;
}) {
	const { t } = useTranslation();
	const figures = [
		[t("instant.totalBets"), formatPoints(totals.staked, language)],
		[t("instant.totalWinnings"), formatPoints(totals.won, language)],
		[t("instant.net"), formatNet(totals.won - totals.staked, language)],
		[draws, formatPoints(totals.draws, language)],
	] as const;
	return (
		<section aria-labelledby="stats" className="panel grid content-start gap-2">
			<h2 id="stats" className="text-xl font-bold">
				{t(isDemo ? "instant.demoStats" : "instant.stats")}
			</h2>
			<dl className="grid gap-1">
				{figures.map(([label, figure]) => (
					<div key={label} className="flex justify-between gap-3">
						<dt className="text-muted">{label}</dt>
						<dd className="font-bold tabular-nums">{figure}</dd>
					</div>
				))}
			</dl>
		</section>
	);
});
