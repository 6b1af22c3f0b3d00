import type { Db, Trx } from "db/database";
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

/** The oldest turn that is not finished. */
export const findOpenTurn = (db: Db) =>
	db
		.selectFrom("watch_turns")
		.selectAll()
		.where("people", "is not", null)
		.orderBy("at")
		.limit(1)
		.executeTakeFirst();

/** How many of a turn's people have been handled; undefined if the turn is finished. */
export async function findHandled(
	trx: Trx,
	{ platform, stream_id, turn }: TurnKey,
): Promise<number | undefined> {
	const row = await trx
		.selectFrom("watch_turns")
		.select("handled")
		.where("platform", "=", platform)
		.where("stream_id", "=", stream_id)
		.where("turn", "=", turn)
		.where("people", "is not", null)
		.executeTakeFirst();
	return row?.handled;
}

/** Records handled people, and the points that were credited to them; `isLast` finishes the turn. */
export async function advanceTurn(
	trx: Trx,
	{ platform, stream_id, turn }: TurnKey,
	{ count, points, isLast }: { count: number; points: number; isLast: boolean },
): Promise<void> {
	await trx
		.updateTable("watch_turns")
		.set((eb) => ({
			handled: eb("handled", "+", count),
			points: eb("points", "+", points),
			...(isLast && { people: null }),
		}))
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

/** Ids of points that have waited for users who have now signed in, at most `limit`. */
export const findClaimed = (db: Db, limit: number) =>
	db
		.selectFrom("waiting_watch")
		.select("id")
		.where("user_id", "is not", null)
		.where("credited", "is", null)
		.limit(limit)
		.execute();

export const findWaiting = (trx: Trx, id: number) =>
	trx.selectFrom("waiting_watch").selectAll().where("id", "=", id).executeTakeFirst();

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
