import type { Db, Trx } from "db/database";
import type { CrashChains } from "db/schema";
import type { Insertable } from "kysely";

/** All chains with their secret seeds and the number of the last round, 0 before the first; the newest first. */
export const findAllChains = (db: Db) =>
	db
		.selectFrom("crash_chains")
		.selectAll()
		.select((eb) =>
			eb.fn
				.coalesce(
					eb
						.selectFrom("crash_rounds")
						.select((of) => of.fn.max<number>("number").as("last"))
						.whereRef("chain_id", "=", "crash_chains.id"),
					eb.lit(0),
				)
				.as("used"),
		)
		.orderBy("created_at", "desc")
		.orderBy("id")
		.execute();

export async function insertChain(trx: Trx, row: Insertable<CrashChains>): Promise<void> {
	await trx.insertInto("crash_chains").values(row).execute();
}

/** Stores the salt of a chain that has none. */
export async function saveSalt(
	trx: Trx,
	id: string,
	set: Pick<Insertable<CrashChains>, "salt" | "beacon_signature">,
): Promise<void> {
	await trx.updateTable("crash_chains").set(set).where("id", "=", id).where("salt", "=", "").execute();
}
