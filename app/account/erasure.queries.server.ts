import type { Db, Trx } from "db/database";

/**
 * At most 20 users with exactly this name, oldest first. Names are not unique: a renamed account's old name may be
 * reused.
 */
export const findUsersByName = (db: Db, username: string) =>
	db
		.selectFrom("users")
		.select(["id", "twitch_username", "twitch_id", "email", "created_at"])
		.where("twitch_username", "=", username)
		.orderBy("created_at")
		.limit(20)
		.execute();

/**
 * Replaces the user's subject and name, also in their merges, and deletes e-mail address, roles and the answers in
 * their orders.
 */
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

/** Ends that the user is one of the site's admins. */
export async function forgetAdmin(trx: Trx, userId: string): Promise<void> {
	const subjects = trx.selectFrom("users").select("twitch_id").where("id", "=", userId);
	await trx.deleteFrom("admins").where("subject", "in", subjects).execute();
}

/**
 * Deletes the rows that only the user needs: sessions, idempotency keys, public page, shared rounds, limits, goal,
 * notices, devices and avatar.
 */
export async function deletePersonalRows(trx: Trx, userId: string): Promise<void> {
	for (const table of [
		"sessions",
		"idempotency_keys",
		"player_pages",
		"shared_rounds",
		"play_limits",
		"goals",
		"notifications",
		"push_subscriptions",
		"avatars",
	] as const) {
		await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	}
}
