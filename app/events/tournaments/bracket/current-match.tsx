import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type BracketProps, useBracketTexts } from "./bracket-rounds";
import "./bracket.css";

/** The match that is played with what both have so far; after the final, the champion. Nothing before the draw. */
export function CurrentMatch(props: BracketProps) {
	const { t } = useTranslation();
	const { current, ranking } = props.bracket;
	const { roundOf, entrantOf, resultOf } = useBracketTexts(props);
	if (!current) {
		const champion = entrantOf(ranking[0]);
		return champion ? (
			<p className="bracket-champion" data-testid="champion">
				<Trophy aria-hidden="true" className="size-8 shrink-0" />
				<span className="min-w-0 break-words">{t("bracket.champion", { name: champion.name })}</span>
			</p>
		) : null;
	}
	return (
		<section aria-labelledby="current-match" className="grid gap-3" data-testid="current-match">
			<h3 id="current-match" className="text-lg font-bold">
				{t("bracket.now", { round: roundOf(current.round), number: current.number })}
			</h3>
			<div className="grid gap-3 sm:grid-cols-2">
				{([0, 1] as const).map((side) => {
					const entrant = entrantOf(current.entries[side]);
					return (
						<p key={side} className="bracket-side">
							<span className="text-2xl font-extrabold break-words">{entrant?.name}</span>
							<span className="break-words text-muted">{entrant?.slot}</span>
							<span className="text-xl font-bold text-accent-text tabular-nums empty:hidden">
								{resultOf(current, side)}
							</span>
						</p>
					);
				})}
			</div>
		</section>
	);
}
