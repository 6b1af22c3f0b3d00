import type { Db } from "db/database";
import { sql } from "kysely";

/** Sorts behind every other character. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * The users whose name or e-mail address begins with `text`, whatever its case, found through indexes.
 * @returns at most `limit` ids, in no order.
 */
export async function findUserIdsByPrefix(db: Db, text: string, limit: number): Promise<string[]> {
	const prefix = text.toLowerCase();
	const rows = await db
		.selectFrom("users")
		.select("id")
		.where("twitch_username", ">=", prefix)
		.where("twitch_username", "<", prefix + LAST_CHARACTER)
		.union(
			db
				.selectFrom("users")
				.select("id")
				.where(sql`lower(email)`, ">=", prefix)
				.where(sql`lower(email)`, "<", prefix + LAST_CHARACTER),
		)
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}
