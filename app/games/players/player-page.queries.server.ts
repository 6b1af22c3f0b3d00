import type { Db, Trx } from "db/database";
import type { PlayerPages } from "db/schema";
import type { Insertable, NotNull } from "kysely";

const players = (db: Db) =>
	db
		.selectFrom("users")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.leftJoin("player_pages", "player_pages.user_id", "users.id")
		.leftJoin("avatars", "avatars.user_id", "users.id")
		.select([
			"users.id",
			"avatars.id as avatarId",
			"twitch_username",
			"name_hidden_at",
			"created_at",
			"points",
			"is_public",
			"shows_points",
			"shows_wins",
			"shows_since",
		])
		.where("twitch_username", "is not", null)
		.$narrowType<{ twitch_username: NotNull }>();

/**
 * The player with that name, also if the page is private; undefined if there is none. While two users have it, one of
 * them has been renamed at the provider, which the site learns at the next sign-in; until then none is returned.
 * @param username lower case.
 */
export async function findPlayerCalled(db: Db, username: string) {
	const [player, ...others] = await players(db).where("twitch_username", "=", username).limit(2).execute();
	return others.length === 0 ? player : undefined;
}

/** A player by id, also if the page is private. @throws {NoResultError} for an unknown user. */
export const findPlayer = (db: Db, userId: string) =>
	players(db).where("users.id", "=", userId).executeTakeFirstOrThrow();

/** The player's biggest wins of all time without those under a pseudonym, biggest first; of two equal wins the earlier first. */
export const findBiggestWins = (db: Db, userId: string, limit: number) =>
	db
		.selectFrom("game_wins")
		.select(["id", "amount", "multiplier", "game_name", "created_at"])
		.where("user_id", "=", userId)
		.where("is_named", "=", 1)
		.orderBy("amount", "desc")
		.orderBy("created_at")
		.limit(limit)
		.execute();

/** The player's page settings; undefined if they were never saved. */
export const findPage = (db: Db, userId: string) =>
	db.selectFrom("player_pages").selectAll().where("user_id", "=", userId).executeTakeFirst();

/** Inserts or replaces the player's page settings. */
export async function savePage(trx: Trx, row: Insertable<PlayerPages>): Promise<void> {
	await trx
		.insertInto("player_pages")
		.values(row)
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
		.execute();
}
