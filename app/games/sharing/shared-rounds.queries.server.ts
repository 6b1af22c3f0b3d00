import type { Db, Trx } from "db/database";
import type { SharedRounds } from "db/schema";
import type { Insertable } from "kysely";
import { shownName } from "~/account/shown-name";

/** Stores a share. Rejects if the round is already shared. */
export async function insertShare(trx: Trx, row: Insertable<SharedRounds>): Promise<void> {
	await trx.insertInto("shared_rounds").values(row).execute();
}

/** Deletes a share of the user; an unknown id or another user's share changes nothing. */
export async function deleteShare(trx: Trx, userId: string, id: string): Promise<void> {
	await trx.deleteFrom("shared_rounds").where("id", "=", id).where("user_id", "=", userId).execute();
}

/** A share with its owner's name; undefined for an unknown id. */
export const findShare = (db: Db, id: string) =>
	db
		.selectFrom("shared_rounds")
		.innerJoin("users", "users.id", "shared_rounds.user_id")
		.select(["shared_rounds.id", "user_id", "game", "round_id"])
		.select(shownName)
		.where("shared_rounds.id", "=", id)
		.executeTakeFirst();

/** All shares of a user, oldest first. */
export const findShares = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("shared_rounds")
		.select(["id", "game", "round_id", "created_at"])
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.execute();
