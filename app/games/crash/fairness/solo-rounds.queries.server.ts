import type { Db } from "db/database";
import { crashPointOnceOver } from "../persistence/crash.queries.server";

/**
 * A solo round with its draw and the one bet on it that was not cancelled, if there is one. Secrets are null: the
 * crash point unless the round is closed, the server seed unless the round is over and the seed revealed.
 */
export const findSoloRound = (db: Db, id: string) =>
	db
		.selectFrom("crash_rounds")
		.leftJoin("player_seeds", "player_seeds.id", "seed_id")
		.leftJoin("crash_bets", (join) =>
			join.onRef("round_id", "=", "crash_rounds.id").on("crash_bets.status", "<>", "cancelled"),
		)
		.select([
			"crash_rounds.id",
			"crash_rounds.status",
			"opened_at",
			"started_at",
			"crash_rounds.client_seed",
			"crash_rounds.nonce",
			"draw_version",
			"server_seed_hash",
			"amount",
			"target",
			"payout",
			"cash_out_multiplier",
		])
		.select((eb) => [
			crashPointOnceOver(eb),
			eb
				.case()
				.when(eb.and([eb("crash_rounds.status", "<>", "open"), eb("revealed_at", "is not", null)]))
				.then(eb.ref("server_seed"))
				.end()
				.as("server_seed"),
		])
		.where("crash_rounds.id", "=", id)
		.where("game", "=", "solo")
		.executeTakeFirst();

/** The player's last solo rounds with a bet that was not cancelled, newest first. */
export const findPlayerSoloRounds = (db: Db, userId: string, limit: number) =>
	db
		.selectFrom("crash_rounds")
		.innerJoin("crash_bets", (join) =>
			join.onRef("round_id", "=", "crash_rounds.id").on("crash_bets.status", "<>", "cancelled"),
		)
		.select(["crash_rounds.id", "crash_rounds.status", "opened_at", "amount"])
		.select(crashPointOnceOver)
		.where("crash_rounds.user_id", "=", userId)
		.orderBy("opened_at", "desc")
		.limit(limit)
		.execute();
