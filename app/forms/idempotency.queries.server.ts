import type { Db, Trx } from "db/database";

export function findRequestId(db: Db | Trx, userId: string, id: string) {
	return db
		.selectFrom("request_ids")
		.select(["action", "input", "answer"])
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function insertRequestId(
	trx: Trx,
	row: { user_id: string; id: string; action: string; input: string; answer: string; created_at: string },
): Promise<void> {
	await trx.insertInto("request_ids").values(row).execute();
}

export async function deleteRequestIdsBefore(db: Db, instant: string): Promise<void> {
	await db.deleteFrom("request_ids").where("created_at", "<", instant).execute();
}
