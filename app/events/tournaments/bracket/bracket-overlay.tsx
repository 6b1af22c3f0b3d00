import type { ShownBracket } from "./bracket-page.server";
import { MatchSide } from "./bracket-rounds";
import { CurrentMatch } from "./current-match";

/** How many matches fit a broadcast that is shown in 480 lines. */
const SHOWN = 8;

/** A bracket for a broadcast: the current match or the champion, and the matches around it. Empty before the draw. */
export function BracketOverlay({ bracket }: { bracket: ShownBracket }) {
	const { matches, current } = bracket;
	const at = current ?? matches.at(-1);
	if (!at) return null;
	const first = Math.floor((at.number - 1) / SHOWN) * SHOWN;
	const shown = matches.filter(({ round }) => round === at.round).slice(first, first + SHOWN);
	return (
		<>
			<CurrentMatch {...bracket} />
			<section aria-label={at.roundName}>
				<ol className="grid grid-cols-[repeat(auto-fill,minmax(28rem,1fr))] gap-x-6 gap-y-0.5 leading-snug">
					{shown.map((match) => (
						<li
							key={match.number}
							className={`grid grid-cols-2 gap-2 [&_[data-slot]]:hidden ${match.number === current?.number ? "font-bold" : ""}`}
						>
							<MatchSide match={match} side={0} />
							<MatchSide match={match} side={1} />
						</li>
					))}
				</ol>
			</section>
		</>
	);
}
