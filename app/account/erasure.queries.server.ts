import type { Db, Trx } from "db/database";

/** At most 20 users with this name, oldest first. Names are not unique: a renamed account's old name may be reused. */
export const findUsersByName = (db: Db, username: string) =>
	db
		.selectFrom("users")
		.select(["id", "twitch_username", "twitch_id", "email", "created_at"])
		.where("twitch_username", "=", username)
		.orderBy("created_at")
		.limit(20)
		.execute();

export async function replaceIdentity(
	trx: Trx,
	userId: string,
	identity: { subject: string; username: string },
): Promise<void> {
	await trx
		.updateTable("users")
		.set({ twitch_id: identity.subject, twitch_username: identity.username, email: null, roles: "[]" })
		.where("id", "=", userId)
		.execute();
	await trx
		.updateTable("point_merges")
		.set({ username: identity.username })
		.where("user_id", "=", userId)
		.execute();
	await trx.updateTable("orders").set({ answer: null }).where("user_id", "=", userId).execute();
}

/** Deletes the rows that only the user needs: sessions, idempotency keys, public page and limits. */
export async function deletePersonalRows(trx: Trx, userId: string): Promise<void> {
	for (const table of ["sessions", "idempotency_keys", "player_pages", "play_limits"] as const) {
		await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	}
}
