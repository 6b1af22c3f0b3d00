import type { Db, Trx } from "db/database";
import type { Moderators } from "db/schema";
import type { Insertable, NotNull } from "kysely";

/** The rights of a former moderator, whose row keeps what they have given today: to be added again gives no new amount. */
export const NO_RIGHTS = "[]";

/** All moderators with their present names, in the order of these. */
export const findModerators = (db: Db) =>
	db
		.selectFrom("moderators")
		.innerJoin("users", "users.id", "user_id")
		.select(["user_id", "twitch_username as name", "rights", "daily_points", "revision"])
		.where("rights", "<>", NO_RIGHTS)
		.where("twitch_username", "is not", null)
		.$narrowType<{ name: NotNull }>()
		.orderBy("twitch_username")
		.execute();

export const findModerator = (db: Db | Trx, userId: string) =>
	db.selectFrom("moderators").selectAll().where("user_id", "=", userId).executeTakeFirst();

/** Adds a moderator, or replaces what is stored but the time of the first. */
export async function storeModerator(trx: Trx, row: Insertable<Moderators>): Promise<void> {
	const { user_id: _, created_at: _since, ...change } = row;
	await trx
		.insertInto("moderators")
		.values(row)
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(change))
		.execute();
}

/** The names of the users with these accounts of a platform who are no moderators and not in the site's list of admins. */
export async function findProposals(
	db: Db,
	platform: string,
	personIds: readonly string[],
): Promise<string[]> {
	if (personIds.length === 0) return [];
	const rows = await db
		.selectFrom("platform_people")
		.innerJoin("users", "users.id", "platform_people.user_id")
		.leftJoin("moderators", "moderators.user_id", "users.id")
		.leftJoin("admins", "admins.subject", "users.twitch_id")
		.select("users.twitch_username")
		.where("platform", "=", platform)
		.where("person_id", "in", personIds)
		.where("twitch_username", "is not", null)
		.where(({ eb, fn }) => eb(fn.coalesce("moderators.rights", eb.val(NO_RIGHTS)), "=", NO_RIGHTS))
		.where("admins.subject", "is", null)
		.orderBy("twitch_username")
		.execute();
	return rows.map(({ twitch_username }) => twitch_username ?? "");
}
