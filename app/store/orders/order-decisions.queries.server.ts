import type { Trx } from "db/database";
import type { Decision } from "./orders";

/**
 * Stores the decision on an order with status `created`. Neither refunds points nor returns stock.
 * @returns the order; undefined, without a change, when there is none or it no longer has that status.
 */
export const decideCreated = (
	trx: Trx,
	id: string,
	{ decision, note, by, at }: { decision: Decision; note: string | null; by: string; at: string },
) =>
	trx
		.updateTable("orders")
		.set({ status: decision, note, decided_by: by, decided_at: at })
		.where("id", "=", id)
		.where("status", "=", "created")
		.returning(["user_id", "item_id", "item_name", "quantity", "total_points"])
		.executeTakeFirst();

/** Returns an order's status and decision; undefined without such an order. */
export const findDecision = (trx: Trx, id: string) =>
	trx.selectFrom("orders").select(["status", "decided_by", "note"]).where("id", "=", id).executeTakeFirst();

/**
 * Returns pieces to the stock. Does nothing when the item has codes or the order got one: a code that was shown
 * cannot be sold again.
 */
export async function returnStock(
	trx: Trx,
	{ itemId, orderId, quantity }: { itemId: string; orderId: string; quantity: number },
): Promise<void> {
	await trx
		.updateTable("store_items")
		.set((eb) => ({ stock: eb("stock", "+", quantity) }))
		.where("id", "=", itemId)
		.where("has_codes", "=", 0)
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom("item_codes").select("id").where("order_id", "=", orderId))),
		)
		.execute();
}
