import type { Db, Trx } from "db/database";
import { sql } from "kysely";

/** Hours as `YYYY-MM-DDTHH`, UTC: from the first one on, up to before the second one if there is one. */
type Hours = readonly [from: string, before?: string];

/** Finds each source by one step in the primary key, which begins with it, so that only rows of the hours are read. */
const SOURCES = sql<string>`(with recursive known (source) as (
	select min(source) from point_hours
	union all
	select (select min(source) from point_hours where point_hours.source > known.source) from known where source is not null
) select source from known where source is not null)`;

const inHours = (db: Db, [from, before]: Hours) =>
	db
		.selectFrom("point_hours")
		.where("source", "in", SOURCES)
		.where("hour", ">=", from)
		.$if(before !== undefined, (query) => query.where("hour", "<", before ?? ""));

/** The points that each source has given (positive) or taken in each of the hours. */
export const sumHours = (db: Db, hours: Hours) =>
	inHours(db, hours)
		.select((eb) => ["hour", "source", eb.fn.sum<number>("points").as("points")])
		.groupBy(["hour", "source"])
		.execute();

/** The points that each user has gained or lost by each source in the hours, without those that every new user gets. */
export const sumGains = (db: Db, hours: Hours) =>
	inHours(db, hours)
		.select(({ fn }) => ["user_id", "source", fn.sum<number>("points").as("points")])
		.where("source", "<>", "registration")
		.groupBy(["user_id", "source"])
		.execute();

/** The names of users, by id. That of an erased person is null. */
export async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
	const rows = await db
		.selectFrom("users")
		.select(["id", "twitch_username"])
		.where("id", "in", ids.length > 0 ? ids : [""])
		.execute();
	return new Map(rows.map(({ id, twitch_username }) => [id, twitch_username]));
}

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
