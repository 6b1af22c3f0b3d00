import type { Db } from "db/database";

/** Returns the id of the ledger's last entry, 0 without one. */
export async function findLastEntryId(db: Db): Promise<number> {
	const row = await db
		.selectFrom("point_entries")
		.select((eb) => eb.fn.max<number | null>("id").as("last"))
		.executeTakeFirst();
	return row?.last ?? 0;
}

/** Returns the sums by reason of the entries after `after` up to `last`. */
export const sumEntries = (db: Db, after: number, last: number) =>
	db
		.selectFrom("point_entries")
		.select(({ fn, eb }) => [
			"reason",
			fn.countAll<number>().as("entries"),
			fn.sum<number>(eb.case().when("delta", ">", 0).then(eb.ref("delta")).else(0).end()).as("credited"),
			fn
				.sum<number>(
					eb
						.case()
						.when("delta", "<", 0)
						.then(eb.neg(eb.ref("delta")))
						.else(0)
						.end(),
				)
				.as("debited"),
		])
		.where("id", ">", after)
		.where("id", "<=", last)
		.groupBy("reason")
		.orderBy("reason")
		.execute();
