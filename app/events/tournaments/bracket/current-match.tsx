import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ShownBracket } from "./bracket-page.server";
import { MatchSide } from "./bracket-rounds";

/** The match that is played with what both have so far; after the final, the champion. Nothing before the draw. */
export function CurrentMatch({ current, ranking: [champion] }: Pick<ShownBracket, "current" | "ranking">) {
	const { t } = useTranslation();
	if (!current) {
		return champion ? (
			<p
				className="flex items-center gap-3 text-[1.75rem] font-extrabold text-accent-text"
				data-testid="champion"
			>
				<Trophy aria-hidden="true" className="size-8 shrink-0" />
				<span className="min-w-0 wrap-anywhere">{t("bracket.champion", { name: champion.name })}</span>
			</p>
		) : null;
	}
	const title = t("bracket.now", { round: current.roundName, number: current.number });
	return (
		<section aria-label={title} className="grid gap-3" data-testid="current-match">
			<h3 className="text-lg font-bold">{title}</h3>
			<div className="grid gap-3 text-2xl font-extrabold sm:grid-cols-2">
				{([0, 1] as const).map((side) => (
					<p key={side} className="min-w-0 rounded-2xl border border-line bg-raised px-4 py-3">
						<MatchSide match={current} side={side} />
					</p>
				))}
			</div>
		</section>
	);
}
