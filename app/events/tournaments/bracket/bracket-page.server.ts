import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { findTournament } from "../tournaments.queries.server";
import { currentOf, rankingOf } from "./bracket";
import { findBracket, findSeed, findSteps } from "./bracket.queries.server";
import type { StepBefore, StepKind } from "./bracket.server";

/** A bracket as everybody may see it. Money is cents. */
export type ShownBracket = NonNullable<Awaited<ReturnType<typeof readBracket>>>;
export type ManagedBracket = NonNullable<Awaited<ReturnType<typeof readManagedBracket>>>;

type ReadSite = Pick<Site, "db" | "config">;

/** Reads a bracket; undefined without one. The seed is part of it once the seats are drawn. */
export async function readBracket({ db, config }: ReadSite, tournamentId: string, language: Language) {
	const tournament = await findTournament(db, tournamentId);
	if (tournament?.rule.kind !== "bracket") return undefined;
	const { id, rule, state, revision } = tournament;
	const [{ entrants, seated, matches }, { seed, hash }, steps] = await Promise.all([
		findBracket(db, id, rule),
		findSeed(db, id),
		findSteps(db, id),
	]);
	const draws = steps.flatMap(({ kind, before, undone_at, twitch_username: by }) => {
		const step = JSON.parse(before) as StepBefore;
		if (kind !== "draw" || undone_at === null || !("seed" in step)) return [];
		return [{ seed: step.seed, when: formatMoment(new Date(undone_at), language, config.SITE_TIMEZONE), by }];
	});
	return {
		...{ id, revision, state, rule, matches, hash, language, title: translated(tournament, language).title },
		/** In the order of their entry, which is that of the list that was drawn from. The name of an erased person is null. */
		entrants: entrants.map(({ id, name, slot, seat }) => ({ id, name, slot, seat })),
		seed: seated.length > 0 ? seed : null,
		/** The match that is played; undefined before the draw and after the final. */
		current: currentOf(matches),
		/** The ids of the entries by place, from the final on. */
		ranking: rankingOf(matches),
		/** Draws that were undone, newest first. */
		draws,
	};
}

/**
 * Reads the page that manages a bracket; undefined without one.
 * @param edit of the address names a play to correct: round, match and place of the play, such as `1.2.0`.
 */
export async function readManagedBracket(
	site: ReadSite,
	tournamentId: string,
	language: Language,
	edit: string | null,
) {
	const bracket = await readBracket(site, tournamentId, language);
	if (!bracket) return undefined;
	const { matches, current } = bracket;
	const step = (await findSteps(site.db, tournamentId)).find(({ undone_at }) => undone_at === null);
	const before = step && (JSON.parse(step.before) as StepBefore);
	const [round, number, at = 0] = (edit ?? "").split(".").map(Number);
	const edited = matches.find((match) => match.round === round && match.number === number);
	const latest = matches.findLast(({ plays }) => plays.length > 0);
	return {
		...bracket,
		corrected: edited?.plays[at] && { match: edited, at, play: edited.plays[at] },
		/** The costs of the play before, which the next one probably has. */
		costs: (current?.plays.at(-1) ?? latest?.plays.at(-1))?.map(({ cost }) => cost),
		/** The last step that was not undone. */
		step: step && {
			...{ id: step.id, kind: step.kind as StepKind, by: step.twitch_username },
			match: before && "plays" in before ? { round: before.round, number: before.number } : undefined,
		},
	};
}
