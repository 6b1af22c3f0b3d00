import type { Db } from "db/database";

/** What is public of a chain: never its seed, from which every hash follows. */
const PUBLIC = ["id", "length", "commitment", "salt", "created_at"] as const;

/** The chain of that id, else the newest. */
export const findChain = (db: Db, id: string | undefined) =>
	db
		.selectFrom("crash_chains")
		.select(PUBLIC)
		.$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();

/** All chains, newest first. */
export const findChains = (db: Db) =>
	db
		.selectFrom("crash_chains")
		.select(["id", "created_at"])
		.orderBy("created_at", "desc")
		.orderBy("id")
		.execute();

/** Live rounds, each with its hash and crash point once it is over and with neither before. */
const liveRounds = (db: Db) =>
	db
		.selectFrom("crash_rounds")
		.where("game", "=", "live")
		.select(["id", "status", "opened_at", "started_at", "chain_id", "number"])
		.select((eb) => [
			eb.case().when("status", "<>", "open").then(eb.ref("hash")).end().as("hash"),
			eb.case().when("status", "=", "closed").then(eb.ref("crash_point")).end().as("crash_point"),
		]);

export const findLiveRound = (db: Db, id: string) => liveRounds(db).where("id", "=", id).executeTakeFirst();

export const findRoundOfChain = (db: Db, chainId: string, number: number) =>
	liveRounds(db).where("chain_id", "=", chainId).where("number", "=", number).executeTakeFirst();

export const findNewestRound = (db: Db, chainId: string) =>
	liveRounds(db).where("chain_id", "=", chainId).orderBy("number", "desc").limit(1).executeTakeFirst();

/** The chain's rounds that are over, up to a number, the last one first. */
export const findRoundsThatAreOver = (db: Db, chainId: string, upTo: number, limit: number) =>
	liveRounds(db)
		.where("chain_id", "=", chainId)
		.where("number", "<=", upTo)
		.where("status", "<>", "open")
		.orderBy("number", "desc")
		.limit(limit)
		.execute();
