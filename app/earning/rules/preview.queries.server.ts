import type { Db } from "db/database";

/** The id of the last event of a platform that was received before an instant; 0 without one. */
export async function findLastReceivedBefore(db: Db, instant: string): Promise<number> {
	const row = await db
		.selectFrom("platform_events")
		.select("id")
		.where("received_at", "<", instant)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? 0;
}

/** The events of platforms that are no longer due, after an id, without announcements that do not count. */
export const findEventsAfter = (db: Db, id: number, limit: number) =>
	db
		.selectFrom("platform_events")
		.select(["id", "platform", "person_id", "person_name", "kind", "facts", "happened_at"])
		.select("user_id")
		.where("state", "in", ["handled", "waiting", "held", "ignored"])
		.where("id", ">", id)
		.orderBy("id")
		.limit(limit)
		.execute();

/** The turns of watching between two instants. */
export const findTurnsBetween = (db: Db, from: string, to: string) =>
	db
		.selectFrom("watch_turns")
		.select(["platform", "stream_id", "turn", "at"])
		.where("at", ">=", from)
		.where("at", "<=", to)
		.orderBy("at")
		.execute();

/** The users who were paid for a turn, and their points. @param prefix of the references of its entries. */
export const findTurnPayments = (db: Db, reason: string, prefix: string) =>
	db
		.selectFrom("point_entries")
		.select(["user_id", "delta"])
		.where("reason", "=", reason)
		.where("reference", ">", `${prefix}:`)
		// `;` is the character after `:`.
		.where("reference", "<", `${prefix};`)
		.execute();

/** The points for watching on some days that waited or wait for a first sign-in, after an id. */
export const findWaitingSince = (db: Db, day: string, id: number, limit: number) =>
	db
		.selectFrom("waiting_watch")
		.select(["id", "platform", "person_id", "user_id", "day", "points"])
		.where("day", ">=", day)
		.where("id", ">", id)
		.orderBy("id")
		.limit(limit)
		.execute();
