import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PastHunt } from "../../model/past.server";
import { LabelledNumber } from "../labelled-number";
import { DASH } from "../tiles";
import { Result } from "./result";

/** The statistics of a finished hunt. */
export function PastStatistics({ hunt, language }: { hunt: PastHunt; language: Language }) {
	const { t } = useTranslation();
	const { statistics, startCost } = hunt;
	const euros = (cents: number | null) => (cents === null ? DASH : formatEuros(cents / 100, language));
	const ratio = (value: number | null) => (value === null ? DASH : formatRatio(value, language));
	return (
		<dl className="panel grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
			<LabelledNumber label={t("hunt.pastHunts.cost")}>{euros(startCost)}</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.won")} testId="past-won">
				{euros(statistics.won)}
			</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.result")} testId="past-result">
				<Result won={statistics.won} startCost={startCost} language={language} />
			</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.opened")}>
				{t("hunt.pastHunts.openedOf", {
					opened: formatPoints(statistics.opened, language),
					total: formatPoints(statistics.total, language),
				})}
			</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.needed")}>{ratio(statistics.breakEvenInitial)}</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.overall")} hint={t("huntResult.overallRatio")}>
				{ratio(statistics.overallMultiplier)}
			</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.average")} hint={t("huntResult.averageRatio")}>
				{ratio(statistics.averageMultiplier)}
			</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.bestWin")}>{euros(statistics.bestWin)}</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.bestMultiplier")}>
				{ratio(statistics.bestMultiplier)}
			</LabelledNumber>
		</dl>
	);
}
