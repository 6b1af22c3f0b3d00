import type { Db, Trx } from "db/database";
import { type NotNull, sql } from "kysely";

/** The subjects of stored admins, oldest first. */
export async function findAdminSubjects(db: Db | Trx): Promise<string[]> {
	const rows = await db
		.selectFrom("admins")
		.select("subject")
		.orderBy("created_at")
		.orderBy("subject")
		.execute();
	return rows.map(({ subject }) => subject);
}

const selectNamed = (db: Db | Trx) =>
	db
		.selectFrom("users")
		.select(["id", "twitch_id as subject", "twitch_username as name"])
		.where("twitch_username", "is not", null)
		.$narrowType<{ name: NotNull }>();

export const findUsersBySubject = (db: Db | Trx, subjects: readonly string[]) =>
	selectNamed(db).where("twitch_id", "in", subjects).execute();

/** At most `limit` users whose last sign-in gave them the role Admin, in order of name. */
export const findAdminsByRole = (db: Db | Trx, limit: number) =>
	selectNamed(db)
		.where(sql<string>`lower(roles)`, "like", '%"admin"%')
		.orderBy("twitch_username")
		.limit(limit)
		.execute();

/** @returns false if the subject was an admin already. */
export async function insertAdmin(trx: Trx, subject: string, at: string): Promise<boolean> {
	const { numInsertedOrUpdatedRows = 0n } = await trx
		.insertInto("admins")
		.values({ subject, created_at: at })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

/** @returns false if the subject was no stored admin. */
export async function deleteAdmin(trx: Trx, subject: string): Promise<boolean> {
	const { numDeletedRows } = await trx.deleteFrom("admins").where("subject", "=", subject).executeTakeFirst();
	return numDeletedRows > 0n;
}
