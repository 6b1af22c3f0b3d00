import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { IdempotencyKeys } from "db/schema";
import type { Insertable } from "kysely";

/** Resolves to undefined for a key that the user has not used. */
export function findIdempotencyKey(db: Db | Trx, userId: string, id: string) {
	return db
		.selectFrom("idempotency_keys")
		.select(["action", "input", "answer"])
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}

type NewKey = Omit<Insertable<IdempotencyKeys>, "answer">;

const insertKey = prepared((trx: Trx, row: Insertable<IdempotencyKeys>) =>
	trx
		.insertInto("idempotency_keys")
		.values(row)
		.onConflict((conflict) => conflict.doNothing()),
);

/** Stores a key whose act has no answer yet. @returns false if the user has already used the key. */
export async function claimIdempotencyKey(trx: Trx, row: NewKey): Promise<boolean> {
	const { numAffectedRows = 0n } = await insertKey(trx, { ...row, answer: "" });
	return numAffectedRows > 0n;
}

const insertAnswer = prepared((trx: Trx, row: Insertable<IdempotencyKeys>) =>
	trx
		.insertInto("idempotency_keys")
		.values(row)
		.onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet({ answer: row.answer })),
);

/** Stores the answer of a claimed key. Not an update: on PostgreSQL that would read the index, and conflict with inserts. */
export async function saveAnswer(trx: Trx, row: NewKey & { answer: string }): Promise<void> {
	await insertAnswer(trx, row);
}

/** @param instant ISO 8601. */
export async function deleteIdempotencyKeysBefore(trx: Trx, instant: string): Promise<void> {
	await trx.deleteFrom("idempotency_keys").where("created_at", "<", instant).execute();
}
