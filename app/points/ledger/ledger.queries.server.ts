import { chunksOf } from "db/chunks";
import type { Db, Trx } from "db/database";
import { prepared, preparedForRows } from "db/prepared";
import type { PointEntries, PointHours } from "db/schema";
import { type Insertable, sql } from "kysely";

/** The arguments of {@link updateBalance}. */
export interface BalanceChange {
	userId: string;
	delta: number;
	needed: number;
}

const changeBalance = prepared((trx: Trx, { userId, delta, needed }: BalanceChange) =>
	trx
		.updateTable("user_points")
		.set((eb) => ({ points: eb("points", "+", delta) }))
		.where("user_id", "=", userId)
		.where("points", ">=", needed)
		.returning("points"),
);

/**
 * Adds `delta` to the cached balance if it has at least `needed` points. Writes no ledger entry, so only the ledger
 * calls it.
 * @param needed the least balance with which no posting of the delta makes it negative.
 * @returns the new balance; undefined, without a change, when there are not enough points or no account.
 */
export async function updateBalance(
	trx: Trx,
	userId: string,
	delta: number,
	needed: number,
): Promise<number | undefined> {
	return (await changeBalance(trx, { userId, delta, needed })).rows[0]?.points;
}

/**
 * {@link updateBalance} for many users, each named once.
 * @returns the new balances of the users with enough points; the others are not changed.
 */
export async function updateBalances(
	trx: Trx,
	changes: readonly BalanceChange[],
): Promise<Map<string, number>> {
	const balances = new Map<string, number>();
	for (const some of chunksOf(changes)) {
		const rows = some.map(
			({ userId, delta, needed }) => sql`(${userId}, cast(${delta} as bigint), cast(${needed} as bigint))`,
		);
		const updated = await sql<{ user_id: string; points: number }>`
			with change (user_id, delta, needed) as (values ${sql.join(rows)})
			update user_points set points = points + change.delta from change
			where user_points.user_id = change.user_id and points >= change.needed
			returning user_points.user_id, points`.execute(trx);
		for (const { user_id, points } of updated.rows) balances.set(user_id, points);
	}
	return balances;
}

const insertSome = preparedForRows((trx: Trx, rows: readonly Insertable<PointEntries>[]) =>
	trx.insertInto("point_entries").values(rows),
);

const addToHours = preparedForRows((trx: Trx, rows: readonly PointHours[]) =>
	trx
		.insertInto("point_hours")
		.values(rows)
		.onConflict((conflict) =>
			conflict.columns(["source", "hour", "user_id"]).doUpdateSet((eb) => ({
				points: eb("point_hours.points", "+", eb.ref("excluded.points")),
			})),
		),
);

/** Inserts ledger entries without changing balances, and adds them to the sums of their hours. */
export async function insertEntries(trx: Trx, rows: readonly Insertable<PointEntries>[]): Promise<void> {
	for (const some of chunksOf(rows)) await insertSome(trx, some);
	for (const some of chunksOf(hoursOf(rows))) await addToHours(trx, some);
}

/** What a reason belongs to: a game, the store, a provider's merges, or a way to earn. */
const sourceOf = (reason: string): string =>
	reason.replace(/^merge-undone:/, "merge:").replace(/-(stake|payout|refund)$/, "");

/** The sums of entries, each of one source, hour and user. */
function hoursOf(rows: readonly Insertable<PointEntries>[]): PointHours[] {
	const hours = new Map<string, PointHours>();
	for (const { reason, created_at, user_id, delta } of rows) {
		const [source, hour] = [sourceOf(reason), created_at.slice(0, "2026-03-29T14".length)];
		const key = `${source} ${hour} ${user_id}`;
		const points = (hours.get(key)?.points ?? 0) + delta;
		hours.set(key, { source, hour, user_id, points });
	}
	return [...hours.values()];
}

/** Inserts a new account with 0 points. */
export async function insertBalance(trx: Trx, userId: string): Promise<void> {
	await trx.insertInto("user_points").values({ user_id: userId, points: 0 }).execute();
}

const selectBalance = prepared((db: Db | Trx, { userId }: { userId: string }) =>
	db.selectFrom("user_points").select("points").where("user_id", "=", userId),
);

/** Returns a user's points; undefined without an account. */
export async function findBalance(db: Db | Trx, userId: string): Promise<number | undefined> {
	return (await selectBalance(db, { userId })).rows[0]?.points;
}

/** Returns the balances of the users who have an account. */
export async function findBalances(db: Db | Trx, userIds: readonly string[]): Promise<Map<string, number>> {
	const balances = new Map<string, number>();
	for (const some of chunksOf(userIds)) {
		const rows = await db
			.selectFrom("user_points")
			.select(["user_id", "points"])
			.where("user_id", "in", some)
			.execute();
		for (const { user_id, points } of rows) balances.set(user_id, points);
	}
	return balances;
}

/** Returns the id of a user's newest ledger entry; undefined without one. */
export async function findLastEntryId(db: Db | Trx, userId: string): Promise<number | undefined> {
	const row = await db
		.selectFrom("point_entries")
		.select("id")
		.where("user_id", "=", userId)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.id;
}
