import type { Db } from "db/database";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, findOpenHunt } from "../persistence/hunts.queries.server";
import type { LocalHunt } from "./hunt";
import { huntSlotsOf, huntStatisticsOf, statisticsOf } from "./hunt-results";

/** The open hunt of this site as every viewer may see it; undefined while none is open. */
export async function readLocalHunt({ db }: { db: Db }): Promise<LocalHunt | undefined> {
	const hunt = await findOpenHunt(db);
	if (!hunt) return undefined;
	const slots = await findBonuses(db, hunt.id);
	return {
		id: hunt.id,
		title: hunt.title,
		revision: hunt.revision,
		guessing: hunt.guessing,
		guesses: await countGuesses(db, hunt.id),
		statistics: statisticsOf(huntStatisticsOf(hunt, slots)),
		slots: huntSlotsOf(slots),
	};
}
