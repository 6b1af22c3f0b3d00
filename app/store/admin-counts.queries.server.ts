import type { Db } from "db/database";
import { type AdminCounts, MAX_COUNT } from "./admin-counts";

/** Counts the orders and failures that wait for an admin, by index, each up to {@link MAX_COUNT}. */
export async function readAdminCounts(db: Db): Promise<AdminCounts> {
	const waiting = db
		.selectFrom("orders")
		.select("id")
		.where("status", "=", "created")
		.limit(MAX_COUNT)
		.as("waiting");
	const failed = db
		.selectFrom("redeem_messages")
		.select("id")
		.where("state", "=", "failed")
		.limit(MAX_COUNT)
		.as("failed");
	const events = db
		.selectFrom("platform_events")
		.select("id")
		.where("state", "=", "failed")
		.limit(MAX_COUNT)
		.as("events");
	const counts = await db
		.selectNoFrom(({ selectFrom, fn }) => [
			selectFrom(waiting).select(fn.countAll<number>().as("count")).$asScalar().as("waitingOrders"),
			selectFrom(failed).select(fn.countAll<number>().as("count")).$asScalar().as("failedMessages"),
			selectFrom(events).select(fn.countAll<number>().as("count")).$asScalar().as("failedEvents"),
		])
		.executeTakeFirstOrThrow();
	const { waitingOrders, failedMessages, failedEvents } = counts;
	return {
		waitingOrders: waitingOrders ?? 0,
		failures: Math.min(MAX_COUNT, (failedMessages ?? 0) + (failedEvents ?? 0)),
	};
}
