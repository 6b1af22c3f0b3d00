import type { Db } from "db/database";
import type { Position } from "db/keyset";

/**
 * A viewer's orders with their codes beyond a position, nearest first: newest first, or oldest first when the direction
 * is `before`. The position's key is `[created_at, id]`.
 */
export const findOwnOrders = (db: Db, userId: string, position: Position | undefined, limit: number) => {
	const back = position?.direction === "before";
	const [createdAt = "", id = ""] = (position?.key ?? []).map(String);
	return db
		.selectFrom("orders")
		.leftJoin("item_codes", "item_codes.order_id", "orders.id")
		.select([
			"orders.id",
			"item_name",
			"quantity",
			"total_points",
			"status",
			"question",
			"translations",
			"answer",
			"note",
			"orders.created_at",
			"decided_at",
			"code",
		])
		.where("user_id", "=", userId)
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

/** A viewer's orders with their codes after `last`, oldest first, for exports. */
export const findOrdersAfter = (
	db: Db,
	userId: string,
	last: { created_at: string; id: string } | undefined,
	limit: number,
) =>
	db
		.selectFrom("orders")
		.leftJoin("item_codes", "item_codes.order_id", "orders.id")
		.select([
			"orders.id",
			"orders.created_at",
			"item_name",
			"item_price",
			"quantity",
			"total_points",
			"status",
			"question",
			"translations",
			"answer",
			"note",
			"decided_at",
			"item_codes.code",
		])
		.where("user_id", "=", userId)
		.$if(last !== undefined, (query) =>
			query.where((eb) =>
				eb(
					eb.refTuple("orders.created_at", "orders.id"),
					">",
					eb.tuple(last?.created_at ?? "", last?.id ?? ""),
				),
			),
		)
		.orderBy("orders.created_at")
		.orderBy("orders.id")
		.limit(limit)
		.execute();
