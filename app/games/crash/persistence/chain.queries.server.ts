import type { Db, Trx } from "db/database";
import type { CrashChains } from "db/schema";
import type { Insertable } from "kysely";

/** The newest chain with its secret seed; undefined if there is none yet. */
export const findNewestChain = (db: Db) =>
	db
		.selectFrom("crash_chains")
		.selectAll()
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();

export async function insertChain(trx: Trx, row: Insertable<CrashChains>): Promise<void> {
	await trx.insertInto("crash_chains").values(row).execute();
}

/** The number of the chain's last round; 0 before the first. */
export async function findLastNumber(db: Db, chainId: string): Promise<number> {
	const row = await db
		.selectFrom("crash_rounds")
		.select((eb) => eb.fn.max<number | null>("number").as("last"))
		.where("chain_id", "=", chainId)
		.executeTakeFirst();
	return row?.last ?? 0;
}
