import type { Db, Trx } from "db/database";

/** Number of rows in one insert, bounded by SQLite's limit of parameters. */
const ROWS_AT_ONCE = 500;

/**
 * Inserts codes; ones that the item already has are ignored. Does not update the item's stock.
 * @returns the number of new codes.
 */
export async function insertCodes(
	trx: Trx,
	itemId: string,
	codes: readonly string[],
	at: string,
): Promise<number> {
	let added = 0;
	for (let from = 0; from < codes.length; from += ROWS_AT_ONCE) {
		const rows = codes.slice(from, from + ROWS_AT_ONCE);
		const { numInsertedOrUpdatedRows = 0n } = await trx
			.insertInto("item_codes")
			.values(rows.map((code) => ({ item_id: itemId, code, created_at: at })))
			.onConflict((conflict) => conflict.columns(["item_id", "code"]).doNothing())
			.executeTakeFirstOrThrow();
		added += Number(numInsertedOrUpdatedRows);
	}
	return added;
}

/**
 * Deletes the codes that no order has. Does not update the item's stock.
 * @returns their number.
 */
export async function deleteFreeCodes(trx: Trx, itemId: string): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom("item_codes")
		.where("item_id", "=", itemId)
		.where("order_id", "is", null)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Counts an item's codes that no order has. */
export async function countFreeCodes(db: Db | Trx, itemId: string): Promise<number> {
	const { free } = await db
		.selectFrom("item_codes")
		.select((eb) => eb.fn.countAll<number>().as("free"))
		.where("item_id", "=", itemId)
		.where("order_id", "is", null)
		.executeTakeFirstOrThrow();
	return free;
}

/**
 * Assigns the oldest free code of an item to an order.
 * @returns the code; undefined when there is none.
 */
export async function assignCode(trx: Trx, itemId: string, orderId: string): Promise<string | undefined> {
	const row = await trx
		.updateTable("item_codes")
		.set({ order_id: orderId })
		.where("id", "=", (eb) =>
			eb
				.selectFrom("item_codes as free")
				.select("free.id")
				.where("free.item_id", "=", itemId)
				.where("free.order_id", "is", null)
				.orderBy("free.id")
				.limit(1),
		)
		.where("order_id", "is", null)
		.returning("code")
		.executeTakeFirst();
	return row?.code;
}
