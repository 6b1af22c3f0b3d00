import type { Trx } from "db/database";
import type { Decision } from "./orders";

/** Decides a created order. @returns whose and what it is; undefined when it is not created any more. */
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

export const findDecision = (trx: Trx, id: string) =>
	trx.selectFrom("orders").select(["status", "decided_by", "note"]).where("id", "=", id).executeTakeFirst();

/**
 * Puts pieces back into the stock, unless codes are what the item holds or what the order got: a code has
 * been seen and is nobody else's to have.
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
