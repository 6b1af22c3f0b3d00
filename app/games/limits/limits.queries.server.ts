import type { Db, Trx } from "db/database";
import type { PlayLimits } from "db/schema";
import type { Insertable, Updateable } from "kysely";
import type { Reason } from "~/points/ledger/ledger.server";

/** The ledger reasons of stakes, which the loss limit counts. */
export const STAKES: readonly Reason[] = ["plinko-stake", "solo-crash-stake", "live-crash-stake"];

export const findLimits = (db: Db | Trx, userId: string) =>
	db.selectFrom("play_limits").selectAll().where("user_id", "=", userId).executeTakeFirst();

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
