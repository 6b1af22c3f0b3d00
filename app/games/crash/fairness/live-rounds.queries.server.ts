import type { Db } from "db/database";
import { crashPointOnceOver } from "../persistence/crash.queries.server";

/** The public columns of a chain. Its seed is secret, because every hash follows from it. */
const PUBLIC = ["id", "length", "commitment", "salt", "created_at"] as const;
const BEACON = ["beacon_key", "beacon_round", "beacon_signature"] as const;

/** Chains, the newest first. `is_begun` is 0 for a chain without rounds that has or awaits its salt from the beacon. */
const chains = (db: Db) =>
	db
		.selectFrom("crash_chains")
		.select([...PUBLIC, ...BEACON])
		.select((eb) =>
			eb
				.case()
				.when("beacon_key", "is", null)
				.then(1)
				.when(
					eb.exists(eb.selectFrom("crash_rounds").select("id").whereRef("chain_id", "=", "crash_chains.id")),
				)
				.then(1)
				.else(0)
				.end()
				.as("is_begun"),
		);

/** The public data of a chain; undefined for an unknown id. Without an id, the chain in use. */
export const findChain = (db: Db, id: string | undefined) =>
	chains(db)
		.$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
		.orderBy("is_begun", "desc")
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();

/** All chains, newest first. */
export const findChains = (db: Db) => chains(db).orderBy("created_at", "desc").orderBy("id").execute();

/** Live rounds. The hash is null while a round is open, and the crash point is null unless it is closed. */
const liveRounds = (db: Db) =>
	db
		.selectFrom("crash_rounds")
		.where("game", "=", "live")
		.select(["id", "status", "opened_at", "started_at", "chain_id", "number"])
		.select(crashPointOnceOver)
		.select((eb) => eb.case().when("status", "<>", "open").then(eb.ref("hash")).end().as("hash"));

/** The hash is null while the round is open, and the crash point is null unless it is closed. */
export const findLiveRound = (db: Db, id: string) => liveRounds(db).where("id", "=", id).executeTakeFirst();

/** As {@link findLiveRound}, by the round's number in a chain. */
export const findRoundOfChain = (db: Db, chainId: string, number: number) =>
	liveRounds(db).where("chain_id", "=", chainId).where("number", "=", number).executeTakeFirst();

/** The chain's last round, which may still be open; as {@link findLiveRound}. */
export const findNewestRound = (db: Db, chainId: string) =>
	liveRounds(db)
		.where("chain_id", "=", chainId)
		.where("number", "is not", null)
		.orderBy("number", "desc")
		.limit(1)
		.executeTakeFirst();

/** The chain's closed and voided rounds with a number of at most `upTo`, newest first; as {@link findLiveRound}. */
export const findRoundsThatAreOver = (db: Db, chainId: string, upTo: number, limit: number) =>
	liveRounds(db)
		.where("chain_id", "=", chainId)
		.where("number", "<=", upTo)
		.where("status", "<>", "open")
		.orderBy("number", "desc")
		.limit(limit)
		.execute();
