import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { inBatches } from "~/lib/batches.server";
import { findOwnGoal } from "../goal/goal.queries.server";
import { findOwnOrders } from "./own-orders.queries.server";

/** Returns a user's orders with their codes, oldest first, and goal, for the export of personal data. */
export const readOwnStoreData = async (db: Db, userId: string): Promise<Record<string, JsonPart>> => ({
	goal: await findOwnGoal(db, userId),
	orders: inBatches<Awaited<ReturnType<typeof findOwnOrders>>[number]>((last, limit) => {
		const key = [last?.created_at ?? "", last?.id ?? ""];
		return findOwnOrders(db, userId, { direction: "before", key }, limit);
	}),
});
