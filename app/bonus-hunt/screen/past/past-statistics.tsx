import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PastHunt } from "../../model/past.server";
import { Figure } from "../labelled-number";
import { DASH } from "../tiles";
import { Result } from "./result";

/** The statistics of a finished hunt. */
export function PastFigures({ hunt, language }: { hunt: PastHunt; language: Language }) {
	const { t } = useTranslation();
	const { figures, startCost } = hunt;
	const euros = (cents: number | null) => (cents === null ? DASH : formatEuros(cents / 100, language));
	const ratio = (value: number | null) => (value === null ? DASH : formatRatio(value, language));
	return (
		<dl className="panel grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
			<Figure label={t("hunt.pastHunts.cost")}>{euros(startCost)}</Figure>
			<Figure label={t("hunt.pastHunts.won")} testId="past-won">
				{euros(figures.won)}
			</Figure>
			<Figure label={t("hunt.pastHunts.result")} testId="past-result">
				<Result won={figures.won} startCost={startCost} language={language} />
			</Figure>
			<Figure label={t("hunt.pastHunts.opened")}>
				{t("hunt.pastHunts.openedOf", {
					opened: formatPoints(figures.opened, language),
					total: formatPoints(figures.total, language),
				})}
			</Figure>
			<Figure label={t("hunt.pastHunts.needed")}>{ratio(figures.breakEvenInitial)}</Figure>
			<Figure label={t("hunt.pastHunts.average")}>{ratio(figures.averageMultiplier)}</Figure>
			<Figure label={t("hunt.pastHunts.mean")}>{ratio(figures.meanMultiplier)}</Figure>
			<Figure label={t("hunt.pastHunts.bestWin")}>{euros(figures.bestWin)}</Figure>
			<Figure label={t("hunt.pastHunts.bestMultiplier")}>{ratio(figures.bestMultiplier)}</Figure>
		</dl>
	);
}
