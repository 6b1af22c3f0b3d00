import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type BracketProps, useBracketTexts } from "./bracket-rounds";
import { CurrentMatch } from "./current-match";

/** How many matches fit a broadcast that is shown in 480 lines. */
const SHOWN = 8;

/** A bracket for a broadcast: the current match or the champion, and the matches around it. Empty before the draw. */
export function BracketOverlay(props: BracketProps) {
	const { t } = useTranslation();
	const { matches, current } = props.bracket;
	const { roundOf, entrantOf, resultOf } = useBracketTexts(props);
	const last = matches.at(-1);
	if (!last) return null;
	const { round, number } = current ?? last;
	const first = Math.floor((number - 1) / SHOWN) * SHOWN;
	const shown = matches.filter((match) => match.round === round).slice(first, first + SHOWN);
	return (
		<>
			<CurrentMatch {...props} />
			<section aria-label={roundOf(round)}>
				<ol className="bracket-overlay__matches">
					{shown.map((match) => (
						<li key={match.number} className={match.number === current?.number ? "font-bold" : undefined}>
							{([0, 1] as const).map((side) => {
								const id = match.entries[side];
								const hasWon = id !== null && match.winner === id;
								return (
									<span key={side} className={`truncate ${hasWon ? "text-accent-text" : ""}`}>
										{hasWon ? (
											<Trophy aria-label={t("bracket.won")} className="mr-1 inline size-[1em]" />
										) : null}
										{entrantOf(id)?.name ?? "—"} <span className="tabular-nums">{resultOf(match, side)}</span>
									</span>
								);
							})}
						</li>
					))}
				</ol>
			</section>
		</>
	);
}
