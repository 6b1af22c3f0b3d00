import type { Db, Trx } from "db/database";
import type { Pauses } from "db/schema";

/** The pause of a user's games and store; undefined without one. */
export const findPause = (db: Db | Trx, userId: string) =>
	db.selectFrom("pauses").select(["reason", "created_at"]).where("user_id", "=", userId).executeTakeFirst();

export async function insertPause(trx: Trx, row: Pauses): Promise<void> {
	await trx.insertInto("pauses").values(row).execute();
}

export async function deletePause(trx: Trx, userId: string): Promise<void> {
	await trx.deleteFrom("pauses").where("user_id", "=", userId).execute();
}
