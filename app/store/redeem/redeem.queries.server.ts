import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { Orders } from "db/schema";
import type { Insertable, NotNull } from "kysely";

const insert = prepared((trx: Trx, row: Insertable<Orders>) => trx.insertInto("orders").values(row));

export async function insertOrder(trx: Trx, row: Insertable<Orders>): Promise<void> {
	await insert(trx, row);
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

const countOfItem = prepared((db: Db | Trx, { userId, itemId }: { userId: string; itemId: string }) =>
	ordersOf(db, userId).where("item_id", "=", itemId),
);

/** Counts a viewer's redeemed pieces of one item and returns the time of the last order, without cancelled orders. */
export async function countOwnOrders(db: Db | Trx, userId: string, itemId: string) {
	const { count = 0, last_at = null } = (await countOfItem(db, { userId, itemId })).rows[0] ?? {};
	return { count, last_at };
}

/** As {@link countOwnOrders}, for every item with such orders. */
export const countOwnOrdersByItem = (db: Db, userId: string) =>
	ordersOf(db, userId).select("item_id").groupBy("item_id").execute();

const selectBuyer = prepared((trx: Trx, { userId }: { userId: string }) =>
	trx
		.selectFrom("users")
		.leftJoin("user_points", "user_points.user_id", "users.id")
		.select(["twitch_username", "created_at", "points"])
		.where("id", "=", userId)
		.where("twitch_username", "is not", null)
		.$narrowType<{ twitch_username: NotNull }>(),
);

/** A viewer with the balance. Undefined for an erased person, whose request may have come before the erasure. */
export const findBuyer = async (trx: Trx, userId: string) => (await selectBuyer(trx, { userId })).rows[0];

const takePiece = prepared((trx: Trx, { id }: { id: string }) =>
	trx
		.updateTable("store_items")
		.set((eb) => ({ stock: eb("stock", "-", 1) }))
		.where("id", "=", id)
		.where("stock", ">", 0)
		.returning("stock"),
);

/**
 * Decreases an item's stock by one.
 * @returns false, without a change, when it was 0.
 */
export async function decrementStock(trx: Trx, id: string): Promise<boolean> {
	return (await takePiece(trx, { id })).rows.length > 0;
}
