import { useTranslation } from "react-i18next";
import { DataTable } from "~/ui/data-table";
import type { ShownBracket } from "./bracket-page.server";
import { BracketRounds } from "./bracket-rounds";
import { CurrentMatch } from "./current-match";
import { SeatCheck } from "./seat-check";

/** A bracket on the page of tournaments: its rules, the current match, the rounds or the entries, and the draw of the seats. */
export function BracketSection({ bracket }: { bracket: ShownBracket }) {
	const { t } = useTranslation();
	const { rule, matches, entrants, ranking } = bracket;
	const rules = [t(`bracket.format.${rule.format}`, { spins: rule.spins })];
	// The best of three replays every draw.
	if (rule.format !== "bestOfThree") rules.push(t(`bracket.draw.${rule.draw}`));
	return (
		<div className="grid gap-4" data-testid="bracket">
			<p className="text-muted">{rules.join(" · ")}</p>
			<CurrentMatch {...bracket} />
			{ranking.length > 0 ? (
				<section aria-label={t("bracket.ranking")} className="panel grid gap-3">
					<h3 className="text-xl font-bold">{t("bracket.ranking")}</h3>
					<p className="text-sm text-muted">{t("bracket.rankingText")}</p>
					<Entrants caption={t("bracket.ranking")} entrants={ranking} isRanked />
				</section>
			) : null}
			{matches.length > 0 ? (
				<BracketRounds matches={matches} />
			) : (
				<section className="panel grid gap-3">
					<p className="font-semibold">
						{t("bracket.entries", { entries: entrants.length, size: rule.size })}
					</p>
					<p className="text-muted">{t("bracket.waiting")}</p>
					{entrants.length > 0 ? <Entrants caption={t("bracket.name")} entrants={entrants} /> : null}
				</section>
			)}
			<SeatCheck bracket={bracket} />
		</div>
	);
}

interface EntrantsProps extends Pick<ShownBracket, "entrants"> {
	caption: string;
	/** Whether their order is that of their places. */
	isRanked?: boolean;
}

function Entrants({ caption, entrants, isRanked }: EntrantsProps) {
	const { t } = useTranslation();
	const place = { label: t("bracket.place"), cell: (_: unknown, at: number) => `${at + 1}.` };
	return (
		<DataTable
			caption={caption}
			rows={entrants}
			keyOf={({ id }) => id}
			columns={[
				...(isRanked ? [place] : []),
				{
					label: t("bracket.name"),
					cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
				},
				{ label: t("bracket.slot"), cell: ({ slot }) => slot },
			]}
		/>
	);
}
