import type { Db } from "db/database";
import { beginsWith } from "db/prefix";
import { type RawBuilder, sql } from "kysely";

/**
 * Finds users whose name or e-mail address begins with `text`, case-insensitively, using indexes.
 * @returns at most `limit` ids in undefined order.
 */
export async function findUserIdsByPrefix(db: Db, text: string, limit: number): Promise<string[]> {
	const find = async (column: RawBuilder<string>) =>
		db.selectFrom("users").select("id").where(beginsWith(column, text.toLowerCase())).limit(limit).execute();
	const rows = [...(await find(sql`twitch_username`)), ...(await find(sql`lower(email)`))];
	return [...new Set(rows.map(({ id }) => id))].slice(0, limit);
}
