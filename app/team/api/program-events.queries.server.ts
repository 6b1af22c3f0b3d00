import type { Db } from "db/database";
import { shownName } from "~/account/shown-name";

/** The shown names of users by their ids; null for a hidden one. */
export async function findShownNames(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
	if (ids.length === 0) return new Map();
	const rows = await db.selectFrom("users").select(["id", shownName]).where("id", "in", ids).execute();
	return new Map(rows.map((row) => [row.id, row.twitch_username]));
}
