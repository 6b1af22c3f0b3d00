import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { inBatches } from "~/lib/batches.server";
import { findOrdersAfter } from "./own-orders.queries.server";

/** Returns a user's orders with their codes, oldest first, for the export of personal data. */
export const readOwnOrders = (db: Db, userId: string): Record<string, JsonPart> => ({
	orders: inBatches<Awaited<ReturnType<typeof findOrdersAfter>>[number]>((last, limit) =>
		findOrdersAfter(db, userId, last, limit),
	),
});
