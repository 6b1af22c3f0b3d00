import type { Db, Trx } from "db/database";
import type { ApiTokens } from "db/schema";

/** Tokens in the list of admins. */
const MAX_LISTED = 200;

/** @returns false, without a change, if there is a token with the id. */
export async function insertToken(trx: Trx, row: ApiTokens): Promise<boolean> {
	const { numInsertedOrUpdatedRows = 0n } = await trx
		.insertInto("api_tokens")
		.values(row)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

/** The tokens that are neither revoked nor ended, with the columns that decide the rights of their creators. */
export const findValidTokens = (db: Db, by: { hash: string } | { id: string }, now: string) =>
	db
		.selectFrom("api_tokens")
		.innerJoin("users", "users.id", "api_tokens.created_by")
		.leftJoin("admins", "admins.subject", "users.twitch_id")
		.selectAll("api_tokens")
		.select(["users.twitch_id", "users.roles", "admins.subject as admin_subject"])
		.where((eb) => ("hash" in by ? eb("hash", "=", by.hash) : eb("api_tokens.id", "=", by.id)))
		.where("revoked_at", "is", null)
		.where("ends_at", ">", now)
		.execute();

/** The newest tokens, with their creators' names, which only admins read. */
export const findTokens = (db: Db) =>
	db
		.selectFrom("api_tokens")
		.innerJoin("users", "users.id", "api_tokens.created_by")
		.selectAll("api_tokens")
		.select("users.twitch_username")
		.orderBy("created_at", "desc")
		.orderBy("api_tokens.id")
		.limit(MAX_LISTED)
		.execute();

/** The tokens that somebody has created, for the export of personal data. */
export const findOwnTokens = (db: Db, userId: string) =>
	db
		.selectFrom("api_tokens")
		.select(["id", "name", "scopes", "daily_points", "created_at", "ends_at", "revoked_at", "last_used_at"])
		.where("created_by", "=", userId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();

/** @returns the token's name; undefined if it was revoked before or does not exist. */
export async function revoke(trx: Trx, id: string, at: string): Promise<string | undefined> {
	const row = await trx
		.updateTable("api_tokens")
		.set({ revoked_at: at })
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.returning("name")
		.executeTakeFirst();
	return row?.name;
}

export async function setLastUse(trx: Trx, id: string, at: string): Promise<void> {
	await trx.updateTable("api_tokens").set({ last_used_at: at }).where("id", "=", id).execute();
}

/**
 * Adds points to what a token has given on a day, unless that would pass its daily points.
 * @returns what it may still give on that day; undefined, without a change, above the limit or for a revoked or ended token.
 */
export async function countGift(
	trx: Trx,
	{ id, points, at }: { id: string; points: number; at: string },
): Promise<number | undefined> {
	const day = at.slice(0, "2026-03-29".length);
	const row = await trx
		.updateTable("api_tokens")
		.set((eb) => ({
			given_on: day,
			given_points: eb
				.case()
				.when("given_on", "=", day)
				.then(eb("given_points", "+", points))
				.else(points)
				.end(),
		}))
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.where("ends_at", ">", at)
		.where("daily_points", ">=", points)
		.where((eb) =>
			eb.or([eb("given_on", "<>", day), eb(eb("given_points", "+", points), "<=", eb.ref("daily_points"))]),
		)
		.returning(["daily_points", "given_points"])
		.executeTakeFirst();
	return row && (row.daily_points ?? 0) - row.given_points;
}
