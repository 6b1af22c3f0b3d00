import type { Db, Trx } from "db/database";
import type { Orders } from "db/schema";
import type { Insertable, NotNull } from "kysely";

export async function insertOrder(trx: Trx, row: Insertable<Orders>): Promise<void> {
	await trx.insertInto("orders").values(row).execute();
}

const ordersOf = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("orders")
		.select((eb) => [
			eb.fn.coalesce(eb.fn.sum<number>("quantity"), eb.lit(0)).as("count"),
			eb.fn.max("created_at").as("last_at"),
		])
		.where("user_id", "=", userId)
		.where("status", "<>", "cancelled");

/** Counts a viewer's redeemed pieces of one item and returns the time of the last order, without cancelled orders. */
export const countOwnOrders = (db: Db | Trx, userId: string, itemId: string) =>
	ordersOf(db, userId).where("item_id", "=", itemId).executeTakeFirstOrThrow();

/** As {@link countOwnOrders}, for every item with such orders. */
export const countOwnOrdersByItem = (db: Db, userId: string) =>
	ordersOf(db, userId).select("item_id").groupBy("item_id").execute();

/** Undefined for an erased person, whose request may have come before the erasure. */
export const findBuyer = (trx: Trx, userId: string) =>
	trx
		.selectFrom("users")
		.select(["twitch_username", "created_at"])
		.where("id", "=", userId)
		.where("twitch_username", "is not", null)
		.$narrowType<{ twitch_username: NotNull }>()
		.executeTakeFirst();

/**
 * Decreases an item's stock by one.
 * @returns false, without a change, when it was 0.
 */
export async function decrementStock(trx: Trx, id: string): Promise<boolean> {
	const row = await trx
		.updateTable("store_items")
		.set((eb) => ({ stock: eb("stock", "-", 1) }))
		.where("id", "=", id)
		.where("stock", ">", 0)
		.returning("stock")
		.executeTakeFirst();
	return row !== undefined;
}
