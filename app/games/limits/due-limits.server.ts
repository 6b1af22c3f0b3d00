import { transact } from "db/transact";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { dueNotices } from "./limit-notices";
import { limitsAt } from "./limits";
import { findDueLimits, findLimits, updateLimits } from "./limits.queries.server";
import { columnsOf, storedLimits } from "./limits.server";

/** Players of one run; the others follow in the next. */
const MAX_PER_RUN = 500;

/**
 * Stores the looser limits that are due and the ends of breaks, and tells each player, in one transaction per player.
 * What applies does not depend on it: see `limitsAt`.
 */
export async function applyDueLimits({
	db,
	now,
	announceNotices,
}: Pick<Site, "db" | "now" | "announceNotices">): Promise<void> {
	for (const userId of await findDueLimits(db, now().toISOString(), MAX_PER_RUN)) {
		await transact(db, async (trx) => {
			const at = now();
			const row = await findLimits(trx, userId);
			if (!row) return;
			const limits = storedLimits(row);
			await updateLimits(trx, userId, columnsOf(limitsAt(limits, at.getTime())));
			await addNotices(trx, dueNotices(userId, limits, at.getTime()), { at, by: undefined });
		});
		announceNotices(userId);
	}
}
