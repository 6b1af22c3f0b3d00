import { useTranslation } from "react-i18next";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Verdict } from "../../fairness/verdict";
import type { CheckableLiveRound } from "./live-rounds.server";
import type { LiveVerification, Mark } from "./live-verification";

interface Props {
	verification: LiveVerification;
	/** The stored round of the hash, to compare with; undefined if it is unknown. */
	claimed: CheckableLiveRound | undefined;
	language: Language;
}

/** Shows what follows from a hash: the previous hash, the crash point, and how many listed rounds it confirms. */
export function LiveResults({ verification, claimed, language }: Props) {
	const { t } = useTranslation();
	const { before, crashPoint, marks } = verification;
	const count = (wanted: Mark) => marks.filter((mark) => mark === wanted).length;
	return (
		<>
			<section className="grid gap-1">
				<h3 className="font-bold">{t("fairness.hashCheck")}</h3>
				<p className="mono">{t("crashFairness.live.beforeIs", { hash: before })}</p>
				{claimed?.commitment ? (
					<Verdict
						good={before === claimed.commitment}
						yes={t("crashFairness.live.beforeMatches")}
						no={t("crashFairness.live.beforeDiffers")}
					/>
				) : null}
			</section>
			<section className="grid gap-1">
				<h3 className="font-bold">{t("fairness.outcomeCheck")}</h3>
				<p data-testid="drawn-crash-point">
					{t("crashFairness.crashPointIs", { multiplier: formatExactMultiplier(crashPoint, language) })}
				</p>
				{claimed?.crashPoint === undefined ? null : (
					<Verdict
						good={crashPoint === claimed.crashPoint}
						yes={t("crashFairness.crashPointMatches")}
						no={t("crashFairness.crashPointDiffers")}
					/>
				)}
				{marks.length > 0 ? (
					<p className="text-sm text-muted" data-testid="summary">
						{t("crashFairness.live.summary", {
							good: count("good"),
							bad: count("bad"),
							unchecked: count("unchecked"),
						})}
					</p>
				) : null}
			</section>
		</>
	);
}
