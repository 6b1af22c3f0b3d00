import type { Db } from "db/database";
import { findBalanceAt, findBalancesFrom } from "../statement/statement.queries.server";

/** A balance and when it began to hold, in ms since 1970. */
export interface BalancePoint {
	at: number;
	points: number;
}

/** Maximum number of points in a chart; longer histories are sampled evenly. */
const MAX_POINTS = 120;

/**
 * Returns the balance over time, oldest first, beginning with the balance at `since`. Long histories are sampled.
 * @param since undefined for the account's whole life.
 * @returns an empty list when there are no entries since then.
 */
export async function readBalanceHistory(
	db: Db,
	userId: string,
	since: Date | undefined,
): Promise<BalancePoint[]> {
	const from = since ? await firstIdSince(db, userId, since.toISOString()) : 0;
	if (from === undefined) return [];
	const first = await findBalancesFrom(db, userId, from, MAX_POINTS + 1);
	const rows = first.length > MAX_POINTS ? await spread(db, userId, first[0]?.id ?? from) : first;
	const points = rows.map(({ created_at, balance_after }) => ({
		at: Date.parse(created_at),
		points: balance_after,
	}));
	const opening = first[0];
	if (!since || !opening) return points;
	return [{ at: since.getTime(), points: opening.balance_after - opening.delta }, ...points];
}

/** Samples entries at even distances of their ids, through the index. Busy periods have more samples. */
async function spread(db: Db, userId: string, firstId: number) {
	const last = await findBalanceAt(db, userId, Number.MAX_SAFE_INTEGER);
	const lastId = last?.id ?? firstId;
	const found = new Map<number, NonNullable<typeof last>>();
	for (let step = 0; step <= MAX_POINTS; step += 1) {
		const row = await findBalanceAt(
			db,
			userId,
			firstId + Math.floor(((lastId - firstId) * step) / MAX_POINTS),
		);
		if (row) found.set(row.id, row);
	}
	return [...found.values()];
}

/**
 * Returns the id of the user's first entry at or after an ISO instant; undefined without one. Uses a binary search,
 * because entries are ordered by time and so need no index on it.
 */
export async function firstIdSince(db: Db, userId: string, instant: string): Promise<number | undefined> {
	let high = (await findBalanceAt(db, userId, Number.MAX_SAFE_INTEGER))?.id ?? 0;
	let low = 0;
	let found: number | undefined;
	while (low <= high) {
		const middle = Math.floor((low + high) / 2);
		const [row] = await findBalancesFrom(db, userId, middle, 1);
		if (!row || row.created_at >= instant) {
			found = row?.id ?? found;
			high = middle - 1;
		} else low = row.id + 1;
	}
	return found;
}
