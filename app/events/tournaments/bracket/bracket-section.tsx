import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { DataTable } from "~/ui/data-table";
import type { ShownBracket } from "./bracket-page.server";
import { BracketRounds, useBracketTexts } from "./bracket-rounds";
import { CurrentMatch } from "./current-match";
import { SeatCheck } from "./seat-check";

interface Props {
	bracket: ShownBracket;
	language: Language;
}

/** A bracket on the page of tournaments: its rules, the current match, the rounds or the entries, and the draw of the seats. */
export function BracketSection({ bracket, language }: Props) {
	const { t } = useTranslation();
	const { id, rule, matches, entrants, ranking } = bracket;
	const { entrantOf } = useBracketTexts({ bracket, language });
	const rules = [t(`bracket.format.${rule.format}`, { spins: rule.spins })];
	// The best of three replays every draw.
	if (rule.format !== "bestOfThree") rules.push(t(`bracket.draw.${rule.draw}`));
	const name = t("bracket.name");
	return (
		<div className="grid gap-4" data-testid="bracket">
			<p className="text-muted">{rules.join(" · ")}</p>
			<CurrentMatch bracket={bracket} language={language} />
			{ranking.length > 0 ? (
				<section aria-labelledby={`ranking-${id}`} className="panel grid gap-3">
					<h3 id={`ranking-${id}`} className="text-xl font-bold">
						{t("bracket.ranking")}
					</h3>
					<p className="text-sm text-muted">{t("bracket.rankingText")}</p>
					<DataTable
						caption={t("bracket.ranking")}
						rows={ranking.map((entry, at) => ({ entry, place: at + 1, ...entrantOf(entry) }))}
						keyOf={({ entry }) => entry}
						columns={[
							{ label: t("bracket.place"), cell: ({ place }) => `${place}.` },
							{ label: name, cell: (row) => <span className="font-semibold break-words">{row.name}</span> },
							{ label: t("bracket.slot"), cell: (row) => row.slot },
						]}
					/>
				</section>
			) : null}
			{matches.length > 0 ? (
				<BracketRounds bracket={bracket} language={language} />
			) : (
				<section className="panel grid gap-3">
					<p className="font-semibold">
						{t("bracket.entries", { entries: entrants.length, size: rule.size })}
					</p>
					<p className="text-muted">{t("bracket.waiting")}</p>
					{entrants.length > 0 ? (
						<DataTable
							caption={name}
							rows={entrants}
							keyOf={(entrant) => entrant.id}
							columns={[
								{
									label: name,
									cell: (entrant) => (
										<span className="font-semibold break-words">{entrant.name ?? t("shell.anonymous")}</span>
									),
								},
								{ label: t("bracket.slot"), cell: (entrant) => entrant.slot },
							]}
						/>
					) : null}
				</section>
			)}
			<SeatCheck bracket={bracket} />
		</div>
	);
}
