import type { Db } from "db/database";
import { shownName } from "~/account/shown-name";

/** The user behind an account of a platform, with what decides their rights; undefined if nobody has signed in with it. */
export const findChatter = (db: Db, platform: string, personId: string) =>
	db
		.selectFrom("platform_people")
		.innerJoin("users", "users.id", "platform_people.user_id")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.leftJoin("admins", "admins.subject", "users.twitch_id")
		.leftJoin("moderators", "moderators.user_id", "users.id")
		.select(["users.id", "users.twitch_id", "users.roles", "user_points.points"])
		.select(["admins.subject as admin_subject", "moderators.rights"])
		.select(shownName)
		.where("platform", "=", platform)
		.where("person_id", "=", personId)
		.executeTakeFirst();
