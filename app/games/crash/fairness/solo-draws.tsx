import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { rtpOf, SOLO_DRAWS, type SoloDrawName, STATED_RTP, TABLE_BANDS } from "../engine/solo-draw";
import { NumberTable } from "../screen/number-table";

/** Hundredths. */
const TARGETS = [101, 120, 150, 192, 200, 300, 500, 800, 999, 2000];

interface Props {
	language: Language;
	/** The draw of flights that start now. */
	inUse: SoloDrawName;
}

/** Shows the table of the `table` draw, and the expected return of both draws at several targets. */
export function SoloDraws({ language, inUse }: Props) {
	const { t } = useTranslation();
	const { table, even } = SOLO_DRAWS;
	const multiplier = (hundredths: number) => formatExactMultiplier(hundredths, language);
	const percent = (share: number) => formatPercent(share, language);
	return (
		<>
			<p>{t("crashFairness.solo.inUse", { version: SOLO_DRAWS[inUse].version })}</p>
			<NumberTable
				caption={t("crashFairness.solo.bands")}
				heads={[t("crashFairness.solo.often"), t("crashFairness.solo.from"), t("crashFairness.solo.below")]}
				rows={TABLE_BANDS.map(({ percent: share, from, to }) => [
					percent(share / 100),
					multiplier(from),
					multiplier(to),
				])}
			/>
			<NumberTable
				caption={t("crashFairness.solo.returns")}
				heads={[
					t("crashFairness.solo.target"),
					t("crashFairness.solo.drawColumn", { version: table.version }),
					t("crashFairness.solo.drawColumn", { version: even.version }),
				]}
				rows={TARGETS.map((target) => [
					multiplier(target),
					percent(rtpOf(table, target)),
					percent(rtpOf(even, target)),
				])}
			/>
			<p className="text-sm text-muted">{t("crashFairness.solo.stated", { stated: percent(STATED_RTP) })}</p>
		</>
	);
}
