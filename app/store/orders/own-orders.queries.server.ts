import type { Db } from "db/database";
import type { Position } from "db/keyset";

/** A viewer's orders with their codes. */
const ordersOf = (db: Db, userId: string) =>
	db
		.selectFrom("orders")
		.leftJoin("item_codes", "item_codes.order_id", "orders.id")
		.select([
			...(["orders.id", "orders.item_id", "item_name", "item_price", "quantity", "total_points"] as const),
			...(["status", "question", "translations", "answer", "note", "orders.created_at"] as const),
			...(["decided_at", "code"] as const),
		])
		.where("user_id", "=", userId);

/**
 * A viewer's orders beyond a position, nearest first: newest first, or oldest first when the direction is `before`. The
 * position's key is `[created_at, id]`.
 */
export const findOwnOrders = (db: Db, userId: string, position: Position | undefined, limit: number) => {
	const back = position?.direction === "before";
	const [createdAt = "", id = ""] = (position?.key ?? []).map(String);
	return ordersOf(db, userId)
		.$if(position !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("orders.created_at", "orders.id"), back ? ">" : "<", tuple(createdAt, id)),
			),
		)
		.orderBy("orders.created_at", back ? "asc" : "desc")
		.orderBy("orders.id", back ? "asc" : "desc")
		.limit(limit)
		.execute();
};

/** A viewer's order; undefined if it is another's. */
export const findOwnOrder = (db: Db, userId: string, orderId: string) =>
	ordersOf(db, userId).where("orders.id", "=", orderId).executeTakeFirst();
