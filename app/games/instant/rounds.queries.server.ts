import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { InstantRounds } from "db/schema";
import type { Insertable, Selectable } from "kysely";

const insert = prepared((trx: Trx, row: Insertable<InstantRounds>) =>
	trx.insertInto("instant_rounds").values(row),
);

export async function insertRound(trx: Trx, row: Insertable<InstantRounds>): Promise<void> {
	await insert(trx, row);
}

/** A player's rounds of a game. */
const roundsOf = (db: Db, game: string, userId: string) =>
	db.selectFrom("instant_rounds").where("game", "=", game).where("user_id", "=", userId);

/** The player's last rounds, newest first. */
export const findLastRounds = (db: Db, game: string, userId: string, limit: number) =>
	roundsOf(db, game, userId)
		.select(["id", "stake", "input", "outcome", "payout", "created_at"])
		.orderBy("created_at", "desc")
		.orderBy("nonce", "desc")
		.limit(limit)
		.execute();

/** The player's points staked, points paid and draws since an instant (ISO 8601); 0 without rounds. */
export const findTotalsSince = (db: Db, game: string, userId: string, since: string) =>
	roundsOf(db, game, userId)
		.select((eb) => [
			eb.fn.coalesce(eb.fn.sum<number>("stake"), eb.lit(0)).as("staked"),
			eb.fn.coalesce(eb.fn.sum<number>("payout"), eb.lit(0)).as("won"),
			eb.fn.coalesce(eb.fn.sum<number>("draws"), eb.lit(0)).as("draws"),
		])
		.where("created_at", ">=", since)
		.executeTakeFirstOrThrow();

/** A round of a game with its seeds; undefined for an unknown id. The server seed is secret while `revealed_at` is null. */
export const findRoundWithSeed = (db: Db, game: string, id: string) =>
	db
		.selectFrom("instant_rounds")
		.innerJoin("player_seeds", "player_seeds.id", "instant_rounds.seed_id")
		.selectAll("instant_rounds")
		.select(["server_seed", "server_seed_hash", "revealed_at"])
		.where("game", "=", game)
		.where("instant_rounds.id", "=", id)
		.executeTakeFirst();

export type OwnRound = Omit<Selectable<InstantRounds>, "user_id" | "seed_id" | "game">;

/** A player's rounds after `last`, oldest first. */
export const findRoundsAfter = (
	db: Db,
	game: string,
	userId: string,
	last: Pick<OwnRound, "created_at" | "id"> | undefined,
	limit: number,
): Promise<OwnRound[]> =>
	roundsOf(db, game, userId)
		.select(["id", "created_at", "stake", "draws", "input", "outcome", "payout"])
		.select(["client_seed", "nonce", "table_version"])
		.$if(last !== undefined, (query) =>
			query.where((eb) =>
				eb(eb.refTuple("created_at", "id"), ">", eb.tuple(last?.created_at ?? "", last?.id ?? "")),
			),
		)
		.orderBy("created_at")
		.orderBy("id")
		.limit(limit)
		.execute();

/** All players' rounds of a game, for the history: see `EndedRound`. */
export const endedRounds = (db: Db, game: string) =>
	db
		.selectFrom("instant_rounds")
		.where("game", "=", game)
		.select((eb) => [
			...(["id", "id as round_id", "user_id", "created_at", "stake as staked"] as const),
			...(["payout", "input", "outcome"] as const),
			eb.lit(null).as("multiplier"),
			eb.lit(null).as("crash_point"),
		]);
