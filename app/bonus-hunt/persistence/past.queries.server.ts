import type { Db } from "db/database";
import type { Position } from "db/keyset";
import { shownName } from "~/account/shown-name";

/**
 * Finished hunts beyond a position, nearest first: newest first, or oldest first when the direction is `before`. The
 * position's key is `[created_at, id]`.
 */
export function findFinishedHunts(db: Db, position: Position | undefined, limit: number) {
	const isBack = position?.direction === "before";
	const [at, id] = (position?.key ?? []).map(String);
	const sign = isBack ? ">" : "<";
	return db
		.selectFrom("hunts")
		.select(["id", "title", "translations", "start_cost", "stop_loss", "created_at", "finished_at"])
		.where("status", "=", "finished")
		.$if(position !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("created_at", "id"), sign, tuple(at ?? "", id ?? "")),
			),
		)
		.orderBy("created_at", isBack ? "asc" : "desc")
		.orderBy("id", isBack ? "asc" : "desc")
		.limit(limit)
		.execute();
}

/** Bets and payouts in cents of the slots of several hunts, in undefined order. */
export const findAmounts = (db: Db, huntIds: readonly string[]) =>
	huntIds.length === 0
		? []
		: db
				.selectFrom("hunt_slots")
				.select(["hunt_id", "bet", "payout"])
				.where("hunt_id", "in", huntIds)
				.execute();

/** The name of a user for others; null for an erased person and for a hidden name. */
export const findUsername = async (db: Db, id: string): Promise<string | null> =>
	(await db.selectFrom("users").select(shownName).where("id", "=", id).executeTakeFirst())?.twitch_username ??
	null;
