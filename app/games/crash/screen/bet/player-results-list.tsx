import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerResult } from "../../engine/player-results";
import { BetEnd } from "./player-bet-line";

interface Props {
	results: readonly PlayerResult[];
	language: Language;
	/** Address of the page that checks a round; undefined for demo rounds, which are not stored. */
	checkAt?: string | undefined;
}

/** Lists the results of the player's last bets in the given order. */
export function PlayerResultsList({ results, language, checkAt }: Props) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="own-results" className="panel grid content-start gap-3">
			<h2 id="own-results" className="text-xl font-bold">
				{t("crash.results")}
			</h2>
			{results.length === 0 ? (
				<p className="text-muted">{t("crash.noResults")}</p>
			) : (
				<ol className="grid" data-testid="own-results">
					{results.map((result) => (
						<li
							key={result.id}
							data-status={result.status}
							className="flex flex-wrap items-center justify-between gap-x-3 min-h-11 border-t border-line first:border-0"
						>
							<span>{t("crash.ownBet", { points: formatPoints(result.stake, language) })}</span>
							<BetEnd bet={result} isOwn language={language} />
							{checkAt && result.status !== "refunded" ? (
								<Link
									to={`${checkAt}?round=${result.roundId}`}
									className="link inline-flex min-h-11 min-w-11 items-center justify-center text-sm"
								>
									{t("crash.check")}
								</Link>
							) : null}
						</li>
					))}
				</ol>
			)}
		</section>
	);
}
