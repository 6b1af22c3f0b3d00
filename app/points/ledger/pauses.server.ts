import type { Db, Trx } from "db/database";
import { DomainError } from "~/forms/domain-error";
import { findPause } from "./pauses.queries.server";

/**
 * Refuses a viewer whose games and store an admin has paused. The ledger calls it for all points that a viewer spends; acts without
 * points, such as a guess, call it too. Bets, tickets and entries from before the pause end as they would without it.
 * @throws {DomainError} `paused` with the admin's reason.
 */
export async function refusePaused(db: Db | Trx, userId: string): Promise<void> {
	const pause = await findPause(db, userId);
	if (pause) throw new DomainError("paused", { reason: pause.reason });
}
