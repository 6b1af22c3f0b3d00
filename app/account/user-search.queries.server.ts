import type { Db } from "db/database";
import { type RawBuilder, sql } from "kysely";

/** Sorts behind every other character. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * The users whose name or e-mail address begins with `text`, whatever its case, found through indexes.
 * @returns at most `limit` ids, in no order.
 */
export async function findUserIdsByPrefix(db: Db, text: string, limit: number): Promise<string[]> {
	const prefix = text.toLowerCase();
	const find = async (column: RawBuilder<string>) =>
		db
			.selectFrom("users")
			.select("id")
			.where(column, ">=", prefix)
			.where(column, "<", prefix + LAST_CHARACTER)
			.limit(limit)
			.execute();
	const rows = [...(await find(sql`twitch_username`)), ...(await find(sql`lower(email)`))];
	return [...new Set(rows.map(({ id }) => id))].slice(0, limit);
}
