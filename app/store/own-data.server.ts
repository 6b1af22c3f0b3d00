import type { Db } from "db/database";
import { inBatches } from "~/platform/batches.server";
import type { JsonPart } from "~/platform/json-download.server";

/** A user's orders with their codes, oldest first, for the file of their own data. */
export const readOwnOrders = (db: Db, userId: string): Record<string, JsonPart> => ({
	orders: inBatches<Awaited<ReturnType<typeof findOrdersAfter>>[number]>((last, limit) =>
		findOrdersAfter(db, userId, last, limit),
	),
});

const findOrdersAfter = (
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
