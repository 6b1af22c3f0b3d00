import { formatEuros, formatMoment, formatPoints, formatRatio } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import { translated } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import type { BracketRule } from "../tournament";
import { currentOf, type Match, matchAt, rankingOf, scoreOf } from "./bracket";
import { type Bracket, findBracket } from "./bracket.queries.server";

/** A bracket as everybody may see it. */
export type ShownBracket = ReturnType<typeof showBracket>;
export type ShownMatch = ShownBracket["matches"][number];
export type ManagedBracket = NonNullable<Awaited<ReturnType<typeof readManagedBracket>>>;

type ReadSite = Pick<Site, "db" | "config">;
type RoundSize = 1 | 2 | 4 | 8 | 16;

/** What a side has; undefined before the first play. */
function resultText(
	{ format }: BracketRule,
	{ plays }: Match,
	side: 0 | 1,
	language: Language,
): string | undefined {
	const score = scoreOf(format, plays, side);
	if (score === null) return undefined;
	if (format === "bestOfThree") return formatPoints(score, language);
	if (format === "sumOfThree") return formatRatio(score, language);
	return `${score > 0 ? "+" : ""}${formatEuros(score / 100, language).replace("-", "−")}`;
}

/** Shows a bracket. The seed is part of it once the seats are drawn. */
function showBracket({ config }: Pick<Site, "config">, bracket: Bracket, language: Language) {
	const { t } = i18nIn(language);
	const { id, revision, state, rule, matches, steps, seed, seatSeedHash: hash } = bracket;
	const nameOf = (name: string | null) => name ?? t("shell.anonymous");
	/** In the order of their entry, which is that of the list that was drawn from. */
	const entrants = bracket.entrants.map(({ id, name, slot, seat }) => ({
		id,
		slot,
		seat,
		name: nameOf(name),
	}));
	const entrantsOf = (ids: readonly (string | null)[]) =>
		ids.map((entry) => entrants.find((entrant) => entrant.id === entry) ?? null);
	const show = (match: Match) => {
		const { round, number, plays, decidedBy, winner } = match;
		const size = matches.filter((one) => one.round === round).length as RoundSize;
		const sides = entrantsOf(match.entries).map(
			(entrant, side) =>
				entrant && {
					...{ name: entrant.name, slot: entrant.slot, hasWon: entrant.id === winner },
					result: resultText(rule, match, side as 0 | 1, language),
				},
		);
		return { round, number, plays, decidedBy, sides, roundName: t(`bracket.rounds.${size}`) };
	};
	const current = currentOf(matches);
	return {
		...{ id, revision, state, rule, hash, entrants, title: translated(bracket, language).title },
		matches: matches.map(show),
		/** The match that is played; undefined before the draw and after the final. */
		current: current && show(current),
		/** The entrants by place, from the final on. */
		ranking: entrantsOf(rankingOf(matches)).flatMap((entrant) => entrant ?? []),
		seed: matches.length > 0 ? seed : null,
		/** Draws that were undone, newest first. */
		draws: steps.flatMap(({ before, undoneAt, by }) =>
			"seed" in before && undoneAt !== null
				? {
						...{ seed: before.seed, name: nameOf(by) },
						when: formatMoment(new Date(undoneAt), language, config.SITE_TIMEZONE),
					}
				: [],
		),
	};
}

/** Reads a bracket; undefined without one. */
export async function readBracket(site: ReadSite, tournamentId: string, language: Language) {
	const bracket = await findBracket(site.db, tournamentId);
	return bracket && showBracket(site, bracket, language);
}

/**
 * The form for the next play, or for a play to correct; undefined without one.
 * @param edit names the play to correct by round, match and place, such as `1.2.0`.
 */
function formOf({ matches, current }: ShownBracket, edit: string | null, language: Language) {
	const [round = 0, number = 0, place = 0] = (edit ?? "").split(".").map(Number);
	const edited = matchAt(matches, { round, number });
	const corrected = edited?.plays[place];
	const match = corrected ? edited : current;
	if (!match) return undefined;
	const latest = matches.findLast(({ plays }) => plays.length > 0);
	// The next play probably has the costs of the one before.
	const costs = corrected ?? match.plays.at(-1) ?? latest?.plays.at(-1);
	const typed = (cents: number | undefined) => (cents === undefined ? "" : typedEuros(cents, language));
	return {
		...{ match, isCorrection: corrected !== undefined, at: corrected ? place : match.plays.length },
		values: {
			...{ costA: typed(costs?.[0].cost), payoutA: typed(corrected?.[0].payout) },
			...{ costB: typed(costs?.[1].cost), payoutB: typed(corrected?.[1].payout) },
		},
	};
}

/** Reads the page that manages a bracket; undefined without one. @param edit as in {@link formOf}. */
export async function readManagedBracket(
	site: ReadSite,
	tournamentId: string,
	language: Language,
	edit: string | null,
) {
	const bracket = await findBracket(site.db, tournamentId);
	if (!bracket) return undefined;
	const shown = showBracket(site, bracket, language);
	const step = bracket.steps.find(({ undoneAt }) => undoneAt === null);
	return {
		...shown,
		form: formOf(shown, edit, language),
		/** The last step that was not undone. */
		step: step && {
			...{ id: step.id, kind: step.kind, by: step.by ?? i18nIn(language).t("shell.anonymous") },
			match: "plays" in step.before ? matchAt(shown.matches, step.before) : undefined,
		},
	};
}
