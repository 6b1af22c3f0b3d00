import type { Db, Trx } from "db/database";
import type { Config } from "~/lib/config.server";
import type { Decider } from "~/lib/rights";
import { staffOf } from "./viewer";

/** What a user may do, for acts without a session, such as commands of a chat; undefined without one. */
export async function findDecider(
	db: Db | Trx,
	config: Pick<Config, "ADMIN_SUBJECTS">,
	userId: string,
): Promise<Decider | undefined> {
	const user = await db
		.selectFrom("users")
		.leftJoin("admins", "admins.subject", "twitch_id")
		.leftJoin("moderators", "moderators.user_id", "users.id")
		.select(["users.id", "roles", "twitch_id", "admins.subject as admin_subject", "moderators.rights"])
		.where("users.id", "=", userId)
		.executeTakeFirst();
	return user && { id: user.id, ...staffOf(user, config) };
}
