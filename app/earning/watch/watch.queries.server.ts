import type { Trx } from "db/database";
import type { WaitingWatch, WatchTurns } from "db/schema";
import type { Selectable } from "kysely";
import { turnText } from "./turns";

export type TurnRow = Selectable<WatchTurns>;
export type WaitingRow = Selectable<WaitingWatch>;
type TurnKey = Pick<TurnRow, "platform" | "stream_id" | "turn">;

/** Inserts a turn. @returns false, without a change, if it is already stored. */
export async function insertTurn(trx: Trx, row: TurnRow): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto("watch_turns")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Adds to the points that a turn has credited. */
export async function addTurnPoints(
	trx: Trx,
	{ platform, stream_id, turn }: TurnKey,
	points: number,
): Promise<void> {
	await trx
		.updateTable("watch_turns")
		.set((eb) => ({ points: eb("points", "+", points) }))
		.where("platform", "=", platform)
		.where("stream_id", "=", stream_id)
		.where("turn", "=", turn)
		.execute();
}

/** The points of a turn of people without an account on the site, who may sign in later. */
export interface Unclaimed {
	platform: string;
	stream_id: string;
	turn: number;
	day: string;
	people: readonly { personId: string; points: number }[];
}

/** Adds points that wait for people. */
export async function addWaiting(trx: Trx, { people, turn, ...about }: Unclaimed): Promise<void> {
	const rows = people.map(({ personId: person_id, points }) => ({
		...{ ...about, person_id, points },
		turns: turnText(turn, points),
	}));
	await trx
		.insertInto("waiting_watch")
		.values(rows)
		.onConflict((conflict) =>
			conflict.columns(["platform", "person_id", "stream_id", "day"]).doUpdateSet((eb) => ({
				points: eb("waiting_watch.points", "+", eb.ref("excluded.points")),
				turns: eb("waiting_watch.turns", "||", eb.ref("excluded.turns")),
			})),
		)
		.execute();
}

/** The turns of a stream whose waiting points were credited to users. */
export const findCreditedWaiting = (
	trx: Trx,
	{ platform, stream_id }: Pick<TurnKey, "platform" | "stream_id">,
	userIds: readonly string[],
) =>
	trx
		.selectFrom("waiting_watch")
		.select(["user_id", "turns"])
		.where("user_id", "in", userIds)
		.where("credited", "is not", null)
		.where("platform", "=", platform)
		.where("stream_id", "=", stream_id)
		.execute();

/** Records the user who has signed in as the person whose points wait. */
export async function claimWaiting(
	trx: Trx,
	{ platform, personId }: { platform: string; personId: string },
	userId: string,
): Promise<void> {
	await trx
		.updateTable("waiting_watch")
		.set({ user_id: userId })
		.where("platform", "=", platform)
		.where("person_id", "=", personId)
		.where("user_id", "is", null)
		.execute();
}

/** Points that have waited for a user who has now signed in, at most `limit`. */
export const findClaimed = (trx: Trx, userId: string, limit: number) =>
	trx
		.selectFrom("waiting_watch")
		.selectAll()
		.where("user_id", "=", userId)
		.where("credited", "is", null)
		.orderBy("id")
		.limit(limit)
		.execute();

export async function setCredited(trx: Trx, id: number, credited: number): Promise<void> {
	await trx.updateTable("waiting_watch").set({ credited }).where("id", "=", id).execute();
}

/** Deletes points of days before an instant that nobody has claimed, at most `limit` rows. @returns their number. */
export async function deleteUnclaimed(trx: Trx, before: string, limit: number): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom("waiting_watch")
		.where("id", "in", (eb) =>
			eb
				.selectFrom("waiting_watch")
				.select("id")
				.where("user_id", "is", null)
				.where("day", "<", before)
				.limit(limit),
		)
		.executeTakeFirst();
	return Number(numDeletedRows);
}
