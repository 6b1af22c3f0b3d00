import type { Trx } from "db/database";
import type { Users } from "db/schema";
import type { Insertable, Updateable } from "kysely";

/** Finds a user by the provider's `sub`; `roles` is a JSON array. */
export const findUserBySubject = (trx: Trx, subject: string) =>
	trx
		.selectFrom("users")
		.select(["id", "twitch_username", "email", "roles"])
		.where("twitch_id", "=", subject)
		.executeTakeFirst();

/** Inserts a user without an account of points, see `openAccount`. */
export async function insertUser(trx: Trx, row: Insertable<Users>): Promise<void> {
	await trx.insertInto("users").values(row).execute();
}

export async function updateUser(trx: Trx, id: string, change: Updateable<Users>): Promise<void> {
	await trx.updateTable("users").set(change).where("id", "=", id).execute();
}
