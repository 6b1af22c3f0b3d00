import type { Db } from "db/database";
import { findBalances } from "./ledger.queries.server";

export interface Announcer {
	db: Db;
	/** Tells a viewer's open tabs their points. */
	announceBalance(userId: string, points: number): void;
}

/**
 * To be called after the commit that changed balances. They are read anew: a form that is answered a
 * second time with its first answer must not tell of points that are long spent.
 */
export async function announceAnew(
	{ db, announceBalance }: Announcer,
	userIds: readonly string[],
): Promise<void> {
	const balances = await findBalances(db, userIds);
	for (const userId of userIds) {
		const points = balances.get(userId);
		if (points !== undefined) announceBalance(userId, points);
	}
}
