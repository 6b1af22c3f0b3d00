import type { Trx } from "db/database";

/** Finds a user by the provider's `sub`; `roles` is a JSON array. */
export const findUserBySubject = (trx: Trx, subject: string) =>
	trx
		.selectFrom("users")
		.select(["id", "twitch_username", "email", "roles"])
		.where("twitch_id", "=", subject)
		.executeTakeFirst();

/** Inserts a user without an account of points, see `openAccount`. */
export async function insertUser(
	trx: Trx,
	row: {
		id: string;
		twitch_id: string;
		twitch_username: string;
		email: string | null;
		roles: string;
		created_at: string;
	},
): Promise<void> {
	await trx.insertInto("users").values(row).execute();
}

export async function updateUser(
	trx: Trx,
	id: string,
	change: { twitch_username: string; email: string | null; roles: string },
): Promise<void> {
	await trx.updateTable("users").set(change).where("id", "=", id).execute();
}
