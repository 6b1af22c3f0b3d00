import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { Pauses } from "db/schema";

const selectPause = prepared((db: Db | Trx, { userId }: { userId: string }) =>
	db.selectFrom("pauses").select(["reason", "created_at"]).where("user_id", "=", userId),
);

/** The pause of a user's games and store; undefined without one. */
export const findPause = async (db: Db | Trx, userId: string) => (await selectPause(db, { userId })).rows[0];

export async function insertPause(trx: Trx, row: Pauses): Promise<void> {
	await trx.insertInto("pauses").values(row).execute();
}

export async function deletePause(trx: Trx, userId: string): Promise<void> {
	await trx.deleteFrom("pauses").where("user_id", "=", userId).execute();
}
