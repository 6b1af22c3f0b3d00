import type { Db, Trx } from "db/database";
import type { LiveNames } from "db/schema";
import { shownName } from "~/account/shown-name";

/** What decides how others see a player in live Crash; undefined for an unknown user. */
export const findNaming = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("users")
		.leftJoin("live_names", "live_names.user_id", "users.id")
		.leftJoin("player_pages", "player_pages.user_id", "users.id")
		.select(["shown_as", "chosen_at", "is_public", "name_hidden_at"])
		.select(shownName)
		.where("users.id", "=", userId)
		.executeTakeFirst();

/** The choice, for the download of the player's own data; undefined without one. */
export const findLiveName = (db: Db, userId: string) =>
	db
		.selectFrom("live_names")
		.select(["shown_as as shownAs", "chosen_at as chosenAt"])
		.where("user_id", "=", userId)
		.executeTakeFirst();

/** Inserts or replaces a player's choice. */
export async function saveLiveName(trx: Trx, row: LiveNames): Promise<void> {
	await trx
		.insertInto("live_names")
		.values(row)
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
		.execute();
}
