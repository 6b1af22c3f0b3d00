import type { Db } from "db/database";
import { type AdminCounts, MAX_COUNT } from "./admin-counts";

/** Counts the orders and dead jobs that wait for an admin, by index, each up to {@link MAX_COUNT}. */
export async function readAdminCounts(db: Db): Promise<AdminCounts> {
	const waiting = db
		.selectFrom("orders")
		.select("id")
		.where("status", "=", "created")
		.limit(MAX_COUNT)
		.as("waiting");
	const dead = db.selectFrom("jobs").select("id").where("state", "=", "dead").limit(MAX_COUNT).as("dead");
	const counts = await db
		.selectNoFrom(({ selectFrom, fn }) => [
			selectFrom(waiting).select(fn.countAll<number>().as("count")).$asScalar().as("waitingOrders"),
			selectFrom(dead).select(fn.countAll<number>().as("count")).$asScalar().as("failures"),
		])
		.executeTakeFirstOrThrow();
	return { waitingOrders: counts.waitingOrders ?? 0, failures: counts.failures ?? 0 };
}
