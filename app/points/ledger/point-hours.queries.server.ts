import type { Db, Trx } from "db/database";

/** The points that each source has given (positive) or taken in each hour from `hour` (`YYYY-MM-DDTHH`, UTC) on. */
export const sumHours = (db: Db, hour: string) =>
	db
		.selectFrom("point_hours")
		.select((eb) => ["hour", "source", eb.fn.sum<number>("points").as("points")])
		.where("hour", ">=", hour)
		.groupBy(["hour", "source"])
		.execute();

/**
 * The users and sources with the largest gains from `hour` on, the largest first, without the points that every new user
 * gets. The name of an erased person is null.
 */
export const findGainers = (db: Db, hour: string, limit: number) =>
	db
		// Names are read for the result only: there are rows for each hour of each player.
		.selectFrom((eb) =>
			eb
				.selectFrom("point_hours")
				.select(({ fn }) => ["user_id", "source", fn.sum<number>("points").as("points")])
				.where("hour", ">=", hour)
				.where("source", "<>", "registration")
				.groupBy(["user_id", "source"])
				.having(({ fn }) => fn.sum("points"), ">", 0)
				.orderBy("points", "desc")
				.orderBy("user_id")
				.limit(limit)
				.as("gain"),
		)
		.innerJoin("users", "users.id", "gain.user_id")
		.select(["gain.user_id", "twitch_username", "source", "points"])
		.orderBy("points", "desc")
		.orderBy("gain.user_id")
		.execute();

/** The points that one source has given from `hour` on; negative if it has taken more. */
export async function sumSource(db: Db, source: string, hour: string): Promise<number> {
	const row = await db
		.selectFrom("point_hours")
		.select((eb) => eb.fn.sum<number | null>("points").as("points"))
		.where("source", "=", source)
		.where("hour", ">=", hour)
		.executeTakeFirst();
	return Number(row?.points ?? 0);
}

/** @param hour its points are kept. */
export async function deleteHoursBefore(trx: Trx, hour: string): Promise<void> {
	await trx.deleteFrom("point_hours").where("hour", "<", hour).execute();
}
