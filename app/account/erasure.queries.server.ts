import type { Db, Trx } from "db/database";

/** Names are not unique: a renamed account may have left its old one to another. */
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

export async function deleteWhatIsTheirsAlone(trx: Trx, userId: string): Promise<void> {
	for (const table of ["sessions", "idempotency_keys", "player_pages", "play_limits"] as const) {
		await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	}
}
