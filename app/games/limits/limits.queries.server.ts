import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { PlayLimits } from "db/schema";
import type { Insertable, Updateable } from "kysely";
import { EVENT_SOURCES } from "~/events/sources";
import type { Reason } from "~/points/ledger/ledger.server";
import { GAMES } from "../games.server";

const STAKES = [...GAMES, ...EVENT_SOURCES].map(({ reasonPrefix }): Reason => `${reasonPrefix}-stake`);

const selectLimits = prepared((db: Db | Trx, { userId }: { userId: string }) =>
	db.selectFrom("play_limits").selectAll().where("user_id", "=", userId),
);

export const findLimits = async (db: Db | Trx, userId: string) =>
	(await selectLimits(db, { userId })).rows[0];

export async function saveLimits(trx: Trx, row: Insertable<PlayLimits>): Promise<void> {
	await trx
		.insertInto("play_limits")
		.values(row)
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
		.execute();
}

export async function updateLimits(trx: Trx, userId: string, changes: Updateable<PlayLimits>): Promise<void> {
	await trx.updateTable("play_limits").set(changes).where("user_id", "=", userId).execute();
}

/** The players with a looser limit or the end of a break that is due, at most `limit` for each of the two. */
export async function findDueLimits(db: Db, now: string, limit: number): Promise<string[]> {
	const dueBy = (column: "next_from" | "break_until") =>
		db
			.selectFrom("play_limits")
			.select("user_id")
			.where(column, "is not", null)
			.where(column, "<=", now)
			.limit(limit)
			.execute();
	const rows = [...(await dueBy("next_from")), ...(await dueBy("break_until"))];
	return [...new Set(rows.map(({ user_id }) => user_id))];
}

/**
 * The sum of a player's game entries from `fromId` on, of the rounds that were staked on since an
 * instant. A payout counts on the day of its stake, also if it is paid later.
 */
export async function sumPlayed(
	db: Db | Trx,
	{ userId, fromId, since }: { userId: string; fromId: number; since: string },
): Promise<number> {
	const row = await db
		.selectFrom("point_entries as entry")
		.select((eb) => eb.fn.sum<number | null>("delta").as("sum"))
		.where("entry.user_id", "=", userId)
		.where("entry.id", ">=", fromId)
		.where((eb) =>
			eb.exists(
				eb
					.selectFrom("point_entries as stake")
					.select("stake.id")
					.where("stake.reason", "in", STAKES)
					.whereRef("stake.reference", "=", "entry.reference")
					.where("stake.created_at", ">=", since),
			),
		)
		.executeTakeFirst();
	return row?.sum ?? 0;
}
