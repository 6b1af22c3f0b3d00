import type { Db, Trx } from "db/database";

export function findIdempotencyKey(db: Db | Trx, userId: string, id: string) {
	return db
		.selectFrom("idempotency_keys")
		.select(["action", "input", "answer"])
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function insertIdempotencyKey(
	trx: Trx,
	row: { user_id: string; id: string; action: string; input: string; answer: string; created_at: string },
): Promise<void> {
	await trx.insertInto("idempotency_keys").values(row).execute();
}

export async function deleteIdempotencyKeysBefore(db: Db, instant: string): Promise<void> {
	await db.deleteFrom("idempotency_keys").where("created_at", "<", instant).execute();
}
