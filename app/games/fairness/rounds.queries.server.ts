import type { Db } from "db/database";

export const findPlinkoRoundWithSeed = (db: Db, id: string) =>
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
