import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "~/ui/data-table";
import type { ShownMatch } from "./bracket-page.server";

interface Props {
	matches: readonly ShownMatch[];
	/** A further column. */
	last?: Column<ShownMatch>;
}

/** The rounds and matches that have entries, the last one first, each with a table of its matches. */
export function BracketRounds({ matches, last }: Props) {
	const { t } = useTranslation();
	const known = matches.filter(({ sides }) => sides.some(Boolean));
	const columns: Column<ShownMatch>[] = [
		{
			label: t("bracket.match"),
			cell: ({ number, decidedBy }) => (
				<span className="grid">
					<span className="text-muted tabular-nums">{t("bracket.matchNumber", { number })}</span>
					{decidedBy === "cost" || decidedBy === "seat" ? (
						<span className="text-sm text-muted">{t(`bracket.decided.${decidedBy}`)}</span>
					) : null}
				</span>
			),
		},
		{ label: t("bracket.first"), cell: (match) => <MatchSide match={match} side={0} /> },
		{ label: t("bracket.second"), cell: (match) => <MatchSide match={match} side={1} /> },
		...(last ? [last] : []),
	];
	const rounds = new Map(known.map(({ round, roundName }) => [round, roundName]));
	return [...rounds].reverse().map(([round, name]) => (
		<section key={round} aria-label={name} className="grid gap-3">
			<h3 className="text-xl font-bold">{name}</h3>
			<DataTable
				caption={name}
				columns={columns}
				rows={known.filter((match) => match.round === round)}
				keyOf={({ number }) => number}
				testId="match"
			/>
		</section>
	));
}

/** One of the two of a match, with what they have so far. */
export function MatchSide({ match, side }: { match: ShownMatch; side: 0 | 1 }) {
	const { t } = useTranslation();
	const shown = match.sides[side];
	if (!shown) {
		return (
			<span className="text-muted">{t(match.decidedBy === "bye" ? "bracket.bye" : "bracket.unknown")}</span>
		);
	}
	return (
		<span className="grid min-w-0">
			<span className={`wrap-anywhere ${shown.hasWon ? "font-bold text-accent-text" : ""}`}>
				{shown.hasWon ? <Trophy aria-label={t("bracket.won")} className="mr-1 inline size-[1em]" /> : null}
				{shown.name} <span className="whitespace-nowrap tabular-nums">{shown.result}</span>
			</span>
			<span className="text-[0.875em] font-normal wrap-anywhere text-muted">{shown.slot}</span>
		</span>
	);
}
