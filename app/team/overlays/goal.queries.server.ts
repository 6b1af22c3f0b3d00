import type { Db } from "db/database";
import type { Config } from "~/lib/config.server";

const READERS: Record<Config["GOAL_COUNTS"], (db: Db, since: string) => Promise<number>> = {
	async redeems(db, since) {
		const { count } = await ordersSince(db, since).executeTakeFirstOrThrow();
		return Number(count);
	},
	async spent(db, since) {
		const { points } = await ordersSince(db, since).executeTakeFirstOrThrow();
		return Number(points ?? 0);
	},
	async viewers(db, since) {
		const { count } = await db
			.selectFrom("users")
			.select(({ fn }) => fn.countAll().as("count"))
			.where("created_at", ">=", since)
			.executeTakeFirstOrThrow();
		return Number(count);
	},
};

const ordersSince = (db: Db, since: string) =>
	db
		.selectFrom("orders")
		.select(({ fn }) => [fn.countAll().as("count"), fn.sum("total_points").as("points")])
		.where("created_at", ">=", since)
		.where("status", "!=", "cancelled");

/** What counts for the channel's goal since an ISO instant: redeems that were not cancelled, their points, or new viewers. */
export const readGoalValue = (db: Db, counts: Config["GOAL_COUNTS"], since: string): Promise<number> =>
	READERS[counts](db, since);
