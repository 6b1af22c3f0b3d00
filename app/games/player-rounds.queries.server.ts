import type { Db } from "db/database";

interface Last {
	created_at: string;
	id: string;
}

/** A player's Plinko rounds, oldest first, from behind one of them on. */
export const findPlinkoRoundsAfter = (db: Db, userId: string, last: Last | undefined, limit: number) =>
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

/** A player's Crash bets likewise, each with where its flight ended, once that is over. */
export const findCrashBetsAfter = (db: Db, userId: string, last: Last | undefined, limit: number) =>
	db
		.selectFrom("crash_bets")
		.innerJoin("crash_rounds", "crash_rounds.id", "round_id")
		.select([
			"crash_bets.id",
			"crash_bets.created_at",
			"game",
			"round_id",
			"amount",
			"target",
			"crash_bets.status",
			"payout",
			"cash_out_multiplier",
		])
		.select((eb) =>
			eb
				.case()
				.when("crash_rounds.status", "=", "closed")
				.then(eb.ref("crash_point"))
				.end()
				.as("crash_point"),
		)
		.where("crash_bets.user_id", "=", userId)
		.$if(last !== undefined, (query) =>
			query.where((eb) =>
				eb(
					eb.refTuple("crash_bets.created_at", "crash_bets.id"),
					">",
					eb.tuple(last?.created_at ?? "", last?.id ?? ""),
				),
			),
		)
		.orderBy("crash_bets.created_at")
		.orderBy("crash_bets.id")
		.limit(limit)
		.execute();
