import type { Trx } from "db/database";
import type { Users } from "db/schema";

/** Finds a user by the provider's `sub`; `roles` is a JSON array. */
export const findUserBySubject = (trx: Trx, subject: string) =>
	trx
		.selectFrom("users")
		.select(["id", "twitch_username", "email", "roles"])
		.where("twitch_id", "=", subject)
		.executeTakeFirst();

/** Inserts a user without an account of points, see `openAccount`. */
export async function insertUser(trx: Trx, row: Users): Promise<void> {
	await trx.insertInto("users").values(row).execute();
}

type Profile = Pick<Users, "twitch_username" | "email" | "roles">;

export async function updateUser(trx: Trx, id: string, change: Profile): Promise<void> {
	await trx.updateTable("users").set(change).where("id", "=", id).execute();
}
