import type { Db, Trx } from "db/database";

/** Resolves to undefined for a key that the user has not used. */
export function findIdempotencyKey(db: Db | Trx, userId: string, id: string) {
	return db
		.selectFrom("idempotency_keys")
		.select(["action", "input", "answer"])
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}

/** @returns false if the user has already used the key. */
export async function insertIdempotencyKey(
	trx: Trx,
	row: { user_id: string; id: string; action: string; input: string; answer: string; created_at: string },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows = 0n } = await trx
		.insertInto("idempotency_keys")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

/** @param instant ISO 8601. */
export async function deleteIdempotencyKeysBefore(trx: Trx, instant: string): Promise<void> {
	await trx.deleteFrom("idempotency_keys").where("created_at", "<", instant).execute();
}
