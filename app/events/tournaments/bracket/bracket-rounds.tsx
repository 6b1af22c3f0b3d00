import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { type Column, DataTable } from "~/ui/data-table";
import { type Match, scoreOf } from "./bracket";
import type { ShownBracket } from "./bracket-page.server";

export interface BracketProps {
	bracket: Pick<ShownBracket, "rule" | "matches" | "entrants" | "current" | "ranking">;
	language: Language;
}

type RoundSize = 1 | 2 | 4 | 8 | 16;

/** Names rounds, entries and results of a bracket. */
export function useBracketTexts({ bracket: { rule, matches, entrants }, language }: BracketProps) {
	const { t } = useTranslation();
	const byId = new Map(entrants.map((entrant) => [entrant.id, entrant]));
	return {
		roundOf: (round: number) =>
			t(`bracket.rounds.${matches.filter((match) => match.round === round).length as RoundSize}`),
		/** An entry, whose name is that of an erased person where it has none; undefined for none. */
		entrantOf: (id: string | null | undefined) => {
			const entrant = byId.get(id ?? "");
			return entrant && { slot: entrant.slot, name: entrant.name ?? t("shell.anonymous") };
		},
		/** What a side has; undefined before the first play. */
		resultOf({ plays }: Match, side: 0 | 1): string | undefined {
			const score = scoreOf(rule.format, plays, side);
			if (score === null) return undefined;
			if (rule.format === "bestOfThree") return formatPoints(score, language);
			if (rule.format === "sumOfThree") return formatRatio(score, language);
			return `${score > 0 ? "+" : ""}${formatEuros(score / 100, language).replace("-", "−")}`;
		},
	};
}

const isKnown = ({ entries }: Match): boolean => entries.some(Boolean);

/** The rounds and matches that have entries, the last one first, each with a table of its matches. */
export function BracketRounds(props: BracketProps) {
	const { t } = useTranslation();
	const { matches } = props.bracket;
	const { roundOf } = useBracketTexts(props);
	const rounds = [...new Set(matches.map(({ round }) => round))]
		.map((round) => ({ round, matches: matches.filter((match) => match.round === round && isKnown(match)) }))
		.filter((one) => one.matches.length > 0);
	const columns: Column<Match>[] = [
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
		...([0, 1] as const).map((side) => ({
			label: t(side === 0 ? "bracket.first" : "bracket.second"),
			cell: (match: Match) => <SideOfMatch match={match} side={side} {...props} />,
		})),
	];
	return rounds.reverse().map((one) => (
		<section key={one.round} aria-labelledby={`round-${one.round}`} className="grid gap-3">
			<h3 id={`round-${one.round}`} className="text-xl font-bold">
				{roundOf(one.round)}
			</h3>
			<DataTable
				caption={roundOf(one.round)}
				columns={columns}
				rows={one.matches}
				keyOf={({ number }) => number}
				testId="match"
			/>
		</section>
	));
}

function SideOfMatch({ match, side, ...props }: BracketProps & { match: Match; side: 0 | 1 }) {
	const { t } = useTranslation();
	const { entrantOf, resultOf } = useBracketTexts(props);
	const id = match.entries[side];
	const entrant = entrantOf(id);
	if (!entrant) {
		return (
			<span className="text-muted">{t(match.decidedBy === "bye" ? "bracket.bye" : "bracket.unknown")}</span>
		);
	}
	const hasWon = match.winner === id;
	return (
		<span className="grid min-w-0">
			<span className={`break-words ${hasWon ? "font-bold text-accent-text" : ""}`}>
				{hasWon ? <Trophy aria-label={t("bracket.won")} className="mr-1 inline size-4" /> : null}
				{entrant.name} <span className="whitespace-nowrap tabular-nums">{resultOf(match, side)}</span>
			</span>
			<span className="text-sm break-words text-muted">{entrant.slot}</span>
		</span>
	);
}
