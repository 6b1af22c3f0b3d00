import type { Db, Trx } from "db/database";
import type { PlinkoRounds } from "db/schema";
import type { Insertable } from "kysely";

export async function insertRound(trx: Trx, row: Insertable<PlinkoRounds>): Promise<void> {
	await trx.insertInto("plinko_rounds").values(row).execute();
}

/** The player's newest round; undefined before the first. `slots` is a JSON array. */
export const findLastRound = (db: Db, userId: string) =>
	db
		.selectFrom("plinko_rounds")
		.select(["id", "stake", "slots", "payout"])
		.where("user_id", "=", userId)
		.orderBy("created_at", "desc")
		.orderBy("nonce", "desc")
		.limit(1)
		.executeTakeFirst();

/** The player's points staked, points paid and balls since an instant (ISO 8601); 0 without rounds. */
export const findTotalsSince = (db: Db, userId: string, since: string) =>
	db
		.selectFrom("plinko_rounds")
		.select((eb) => [
			eb.fn.coalesce(eb.fn.sum<number>(eb("stake", "*", eb.ref("balls"))), eb.lit(0)).as("staked"),
			eb.fn.coalesce(eb.fn.sum<number>("payout"), eb.lit(0)).as("won"),
			eb.fn.coalesce(eb.fn.sum<number>("balls"), eb.lit(0)).as("balls"),
		])
		.where("user_id", "=", userId)
		.where("created_at", ">=", since)
		.executeTakeFirstOrThrow();

/** A round with its seeds; undefined for an unknown id. The server seed is secret while `revealed_at` is null. */
export const findRoundWithSeed = (db: Db, id: string) =>
	db
		.selectFrom("plinko_rounds")
		.innerJoin("player_seeds", "player_seeds.id", "plinko_rounds.seed_id")
		.select([
			"plinko_rounds.id",
			"plinko_rounds.created_at",
			"plinko_rounds.client_seed",
			"plinko_rounds.nonce",
			"table_version",
			"stake",
			"slots",
			"server_seed",
			"server_seed_hash",
			"revealed_at",
		])
		.where("plinko_rounds.id", "=", id)
		.executeTakeFirst();

/** The player's last rounds, newest first. */
export const findRecentRounds = (db: Db, userId: string, limit: number) =>
	db
		.selectFrom("plinko_rounds")
		.select(["id", "stake", "balls", "created_at"])
		.where("user_id", "=", userId)
		.orderBy("created_at", "desc")
		.orderBy("nonce", "desc")
		.limit(limit)
		.execute();

/** A player's rounds after `last`, oldest first. */
export const findRoundsAfter = (
	db: Db,
	userId: string,
	last: { created_at: string; id: string } | undefined,
	limit: number,
) =>
	db
		.selectFrom("plinko_rounds")
		.select([
			"id",
			"created_at",
			"stake",
			"balls",
			"slots",
			"payout",
			"client_seed",
			"nonce",
			"table_version",
		])
		.where("user_id", "=", userId)
		.$if(last !== undefined, (query) =>
			query.where((eb) =>
				eb(eb.refTuple("created_at", "id"), ">", eb.tuple(last?.created_at ?? "", last?.id ?? "")),
			),
		)
		.orderBy("created_at")
		.orderBy("id")
		.limit(limit)
		.execute();

/** All players' rounds, for the history: see `EndedRound`. */
export const endedRounds = (db: Db) =>
	db
		.selectFrom("plinko_rounds")
		.select((eb) => [
			"id",
			"id as round_id",
			"user_id",
			"created_at",
			eb("stake", "*", eb.ref("balls")).as("staked"),
			"payout",
			"balls",
			eb.lit(null).as("multiplier"),
			eb.lit(null).as("crash_point"),
		]);
