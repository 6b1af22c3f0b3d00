import type { Db } from "db/database";

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
		.where("moderators.user_id", "is", null)
		.where("admins.subject", "is", null)
		.orderBy("twitch_username")
		.execute();
	return rows.map(({ twitch_username }) => twitch_username ?? "");
}
