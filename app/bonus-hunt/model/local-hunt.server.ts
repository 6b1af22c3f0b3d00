import type { Db } from "db/database";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, findOpenHunt } from "../persistence/hunts.queries.server";
import type { LocalHunt } from "./hunt";
import { huntSlotsOf, huntStatisticsOf, statisticsOf } from "./hunt-results";

/** The open hunt of this site in a language, as every viewer may see it; undefined while none is open. */
export async function readLocalHunt({ db }: { db: Db }, language: Language): Promise<LocalHunt | undefined> {
	const hunt = await findOpenHunt(db);
	if (!hunt) return undefined;
	const slots = await findBonuses(db, hunt.id);
	return {
		id: hunt.id,
		title: translated(hunt, language).title,
		revision: hunt.revision,
		guessing: hunt.guessing,
		guesses: await countGuesses(db, hunt.id),
		statistics: statisticsOf(huntStatisticsOf(hunt, slots)),
		slots: huntSlotsOf(slots),
	};
}
