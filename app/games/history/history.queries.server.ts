import type { Db } from "db/database";
import type { Position } from "db/keyset";
import type { EndedRounds } from "./ended-round";
import type { HistoryFilter } from "./history";

/**
 * A player's rounds of a game beyond a position, nearest first: newest first, or oldest first when the direction is
 * `before`.
 * @param position undefined for the newest rounds; its key is `[created_at, id]`.
 */
export function findPlayerRounds(
	db: Db,
	rounds: EndedRounds,
	player: { userId: string; outcome: HistoryFilter["outcome"] },
	position: Position | undefined,
	limit: number,
) {
	const direction = position?.direction === "before" ? "asc" : "desc";
	const [at, id] = (position?.key ?? []).map(String);
	return db
		.selectFrom(rounds.as("round"))
		.selectAll("round")
		.where("round.user_id", "=", player.userId)
		.$if(player.outcome === "won", (query) => query.whereRef("round.payout", ">", "round.staked"))
		.$if(player.outcome === "lost", (query) => query.whereRef("round.payout", "<", "round.staked"))
		.$if(position !== undefined, (query) =>
			query.where((eb) =>
				eb(
					eb.refTuple("round.created_at", "round.id"),
					direction === "asc" ? ">" : "<",
					eb.tuple(at ?? "", id ?? ""),
				),
			),
		)
		.orderBy("round.created_at", direction)
		.orderBy("round.id", direction)
		.limit(limit)
		.execute();
}

/** One round of a game; undefined if it is unknown or not settled. */
export const findEndedRound = (db: Db, rounds: EndedRounds, id: string) =>
	db.selectFrom(rounds.as("round")).selectAll("round").where("round.id", "=", id).executeTakeFirst();

/** Number of a player's rounds of a game in [from, to), and their points staked and paid. Instants are ISO 8601. */
export const sumPlayerRounds = (
	db: Db,
	rounds: EndedRounds,
	{ userId, from, to }: { userId: string; from: string; to: string },
) =>
	db
		.selectFrom(rounds.as("round"))
		.select((eb) => [
			eb.fn.countAll<number>().as("rounds"),
			eb.fn.coalesce(eb.fn.sum<number>("round.staked"), eb.lit(0)).as("staked"),
			eb.fn.coalesce(eb.fn.sum<number>("round.payout"), eb.lit(0)).as("received"),
		])
		.where("round.user_id", "=", userId)
		.where("round.created_at", ">=", from)
		.where("round.created_at", "<", to)
		.executeTakeFirstOrThrow();
