import type { Db } from "db/database";
import { transact } from "db/transact";
import { deleteUncredited } from "./inbox/events.queries.server";
import { deleteForgottenBefore } from "./inbox/forgotten.queries.server";
import { deleteChatBefore } from "./watch/activity.queries.server";
import { deleteUnclaimed } from "./watch/watch.queries.server";

const HOUR_MS = 60 * 60 * 1000;
/** How long points wait for somebody who has never signed in. */
const WAIT_MS = 90 * 24 * HOUR_MS;
/** Maximum number of rows deleted in one transaction. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes events and points that nobody has claimed for 90 days, chat activity older than an hour, and hashes of forgotten
 * events whose messages are no longer accepted.
 */
export async function deleteOldEarnings(db: Db, now: Date): Promise<void> {
	const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
	for (const remove of [deleteUncredited, deleteUnclaimed]) {
		while ((await transact(db, (trx) => remove(trx, ago(WAIT_MS), DELETED_AT_ONCE))) === DELETED_AT_ONCE);
	}
	await transact(db, (trx) => deleteChatBefore(trx, ago(HOUR_MS)));
	await transact(db, (trx) => deleteForgottenBefore(trx, ago(0)));
}
