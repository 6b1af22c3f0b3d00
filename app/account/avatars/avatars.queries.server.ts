import type { Db, Trx } from "db/database";
import type { Avatars } from "db/schema";

/** Where a user's avatar comes from and when it was fetched; undefined without one. */
export const findAvatarSource = (db: Db, userId: string) =>
	db.selectFrom("avatars").select(["source", "fetched_at"]).where("user_id", "=", userId).executeTakeFirst();

/** The picture with that id; undefined if there is none. */
export const findAvatar = (db: Db, id: string) =>
	db.selectFrom("avatars").select("picture").where("id", "=", id).executeTakeFirst();

/** Whether the user still has the provider's subject: an erased user has another one. */
export async function hasSubject(trx: Trx, userId: string, subject: string): Promise<boolean> {
	const user = await trx
		.selectFrom("users")
		.select("id")
		.where("id", "=", userId)
		.where("twitch_id", "=", subject)
		.executeTakeFirst();
	return user !== undefined;
}

/** Inserts or replaces the user's avatar. */
export async function saveAvatar(trx: Trx, row: Avatars): Promise<void> {
	await trx
		.insertInto("avatars")
		.values(row)
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
		.execute();
}

export async function deleteAvatar(trx: Trx, userId: string): Promise<void> {
	await trx.deleteFrom("avatars").where("user_id", "=", userId).execute();
}

/** Replaces the id of the user's avatar, so that its earlier address no longer exists. */
export async function renameAvatar(trx: Trx, userId: string, id: string): Promise<void> {
	await trx.updateTable("avatars").set({ id }).where("user_id", "=", userId).execute();
}
