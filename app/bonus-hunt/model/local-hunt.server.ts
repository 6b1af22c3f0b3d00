import type { Db } from "db/database";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, findOpenHunt } from "../persistence/hunts.queries.server";
import type { OwnHunt } from "./hunt";
import { figuresOf, huntSlotsOf, statisticsOf } from "./hunt-results";

/** The hunt that admins run on this site now, for everybody to see; undefined while there is none. */
export async function readOwnHunt({ db }: { db: Db }): Promise<OwnHunt | undefined> {
	const hunt = await findOpenHunt(db);
	if (!hunt) return undefined;
	const slots = await findBonuses(db, hunt.id);
	return {
		id: hunt.id,
		title: hunt.title,
		revision: hunt.revision,
		guessing: hunt.guessing,
		guesses: await countGuesses(db, hunt.id),
		statistics: statisticsOf(figuresOf(hunt, slots)),
		slots: huntSlotsOf(slots),
	};
}
