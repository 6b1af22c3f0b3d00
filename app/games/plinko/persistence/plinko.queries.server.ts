import type { Db, Trx } from "db/database";
import type { PlinkoRounds } from "db/schema";
import type { Insertable } from "kysely";

export async function insertRound(trx: Trx, row: Insertable<PlinkoRounds>): Promise<void> {
	await trx.insertInto("plinko_rounds").values(row).execute();
}

export const findLastRound = (db: Db, userId: string) =>
	db
		.selectFrom("plinko_rounds")
		.select(["id", "stake", "slots", "payout"])
		.where("user_id", "=", userId)
		.orderBy("created_at", "desc")
		.orderBy("nonce", "desc")
		.limit(1)
		.executeTakeFirst();

/** The player's sums since an instant. */
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

/** A round with its seeds, the server seed among them: not to be shown before it is revealed. */
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
