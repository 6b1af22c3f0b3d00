import { useTranslation } from "react-i18next";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Fact } from "../../fairness/fact";
import type { CheckableLiveRound } from "./live-rounds.server";

interface Props {
	/** Undefined if no round was found; an error is shown then. */
	round: CheckableLiveRound | undefined;
	language: Language;
}

/** Shows the public facts of a live round. */
export function LiveRoundFacts({ round, language }: Props) {
	const { t } = useTranslation();
	if (!round) {
		return (
			<p role="alert" className="field-error">
				{t("crashFairness.live.notFound")}
			</p>
		);
	}
	const { status, crashPoint, hash, commitment } = round;
	return (
		<div className="grid gap-3" data-testid="round-facts">
			<dl className="grid gap-3">
				<Fact label={t("crashFairness.live.number")} value={String(round.number)} />
				<Fact label={t("crashFairness.live.playedAt")} value={round.playedAt} />
				{crashPoint === undefined ? null : (
					<Fact
						label={t("crashFairness.crashPoint")}
						value={formatExactMultiplier(crashPoint, language)}
						testId="crash-point"
					/>
				)}
				{hash ? <Fact label={t("crashFairness.live.hash")} value={hash} testId="hash" /> : null}
				{commitment ? <Fact label={t("crashFairness.live.before")} value={commitment} /> : null}
			</dl>
			{status === "open" ? <p className="font-semibold">{t("crashFairness.live.secret")}</p> : null}
			{status === "voided" ? <p className="font-semibold">{t("crashFairness.live.refunded")}</p> : null}
		</div>
	);
}
