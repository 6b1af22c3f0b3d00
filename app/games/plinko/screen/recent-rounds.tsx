import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { RecentRound } from "../persistence/checkable-round.server";

/** Lists the player's Plinko rounds, each with a link to its check. */
export function RecentRounds({ rounds, language }: { rounds: readonly RecentRound[]; language: Language }) {
	const { t } = useTranslation();
	if (rounds.length === 0) return <p className="text-muted">{t("fairness.noRounds")}</p>;
	return (
		<ul className="grid gap-1">
			{rounds.map(({ id, stake, balls, playedAt }) => (
				<li key={id}>
					<Link to={`/fairness?round=${id}`} className="link text-sm">
						{t("fairness.roundLine", { count: balls, stake: formatPoints(stake, language), when: playedAt })}
					</Link>
				</li>
			))}
		</ul>
	);
}
