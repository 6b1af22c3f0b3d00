import { randomUUID } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import { GAMES, isOpen } from "~/games/games.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import { localTimeIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { findRecords } from "~/records/records.queries.server";
import { items } from "~/store/items/items.server";
import { canCancel, isEditable, PLACES, type Rule, type Tournament } from "./tournament";
import { inputOf, type TournamentForm } from "./tournament.schema";
import { saveTournament } from "./tournaments.server";

type FormSite = Pick<Site, "db" | "now" | "config">;

/** The values of a new tournament. */
const NEW: Record<string, string> = {
	...{ fee: "0", minAccountHours: "24", best: "1", rounds: "50", minStake: "10" },
	...{ points: "25 18 15 12 10 8 6 4 2 1", size: "8", format: "bonus", spins: "50", draw: "replay" },
};

/** The values of a rule by field. */
const ruleFields = (rule: Rule): Record<string, string> =>
	Object.fromEntries(
		Object.entries(rule).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.join(" ") : String(value),
		]),
	);

function fieldsOf(tournament: Tournament, zone: string): Record<string, string> {
	const { title, fee, maxEntries, minAccountHours, rule, prizes } = tournament;
	const local = (instant: string | null) => (instant === null ? "" : localTimeIn(zone, new Date(instant)));
	return {
		...{ title, fee: String(fee), maxEntries: String(maxEntries ?? "") },
		...{ minAccountHours: String(minAccountHours), ...ruleFields(rule) },
		...{ opensAt: local(tournament.opensAt), closesAt: local(tournament.closesAt) },
		...{ startsAt: local(tournament.startsAt), endsAt: local(tournament.endsAt) },
		...Object.fromEntries(
			PLACES.flatMap((place) => {
				const prize = prizes[place - 1];
				if (!prize) return [];
				return [
					"points" in prize ? [`points${place}`, String(prize.points)] : [`item${place}`, prize.itemId],
				];
			}),
		),
	};
}

/** Reads the form of a new tournament, or of one that is edited. */
export async function readTournamentForm(
	{ db, now, config }: FormSite,
	tournament: Tournament | undefined,
	language: Language,
) {
	const { t } = i18nIn(language);
	const zone = config.SITE_TIMEZONE;
	const prizes = new Set(tournament?.prizes.map((prize) => prize && "itemId" in prize && prize.itemId));
	// A prize that was disabled since stays a choice: to save the form must not remove it.
	const choices = (await findRecords(db, items)).filter(
		({ id, status }) => status === "active" || prizes.has(id),
	);
	return {
		idempotencyKey: randomUUID() as string,
		zone,
		edited: tournament && {
			...{ revision: tournament.revision, title: tournament.title },
			translations: tournament.translations,
			isEditable: isEditable(tournament, now()),
			canCancel: canCancel(tournament, now()),
		},
		values: tournament ? fieldsOf(tournament, zone) : NEW,
		games: GAMES.filter((game) => isOpen(game, config)).map(({ card: { id } }) => ({
			...{ id, name: t(`lobby.game.${id}.name`) },
		})),
		items: choices.map((item) => ({ id: item.id, name: translated(item, language).name })),
	};
}

export type FormData = Awaited<ReturnType<typeof readTournamentForm>>;

/**
 * Creates a tournament from its form, or changes it.
 * @returns its id.
 * @throws {DomainError} as {@link saveTournament}; `invalidInput` for an unknown game.
 */
export async function saveTournamentForm(
	site: FormSite & Parameters<typeof saveTournament>[0],
	adminId: string,
	id: string | undefined,
	form: TournamentForm,
): Promise<string> {
	const { idempotencyKey, revision } = form;
	const isKnown = (game: string) => GAMES.some(({ card }) => card.id === game);
	if (form.kind === "race" && !form.games.every(isKnown)) throw new DomainError("invalidInput");
	const input = inputOf(form, site.config.SITE_TIMEZONE, site.now());
	return saveTournament(site, adminId, { ...input, idempotencyKey, id, revision });
}
