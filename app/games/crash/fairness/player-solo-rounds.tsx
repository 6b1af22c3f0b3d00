import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerSoloRound } from "./solo-rounds.server";

interface Props {
	rounds: readonly PlayerSoloRound[];
	language: Language;
}

/** Lists the player's solo rounds, each with a link to its check. */
export function PlayerSoloRounds({ rounds, language }: Props) {
	const { t } = useTranslation();
	if (rounds.length === 0) return <p className="text-muted">{t("crashFairness.solo.noRounds")}</p>;
	const endOf = ({ status, crashPoint }: PlayerSoloRound) => {
		if (status === "voided") return t("crashFairness.calledOff");
		if (crashPoint === null) return t("crashFairness.notOver");
		return t("crashFairness.endedAt", { multiplier: formatExactMultiplier(crashPoint, language) });
	};
	return (
		<ul className="grid gap-1">
			{rounds.map((round) => (
				<li key={round.id}>
					<Link to={`/fairness/crash?round=${round.id}`} className="link text-sm">
						{t("crashFairness.solo.line", {
							when: round.playedAt,
							stake: formatPoints(round.stake, language),
							end: endOf(round),
						})}
					</Link>
				</li>
			))}
		</ul>
	);
}
