import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { addNotices } from "~/notifications/notices.server";
import { postMany } from "../ledger/ledger.server";
import { referenceOf } from "./import";
import { deleteSomeOfImport, findImportsBefore, findWaiting, setCredited } from "./import.queries.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long imported points wait for somebody who has never signed in, and reports are kept. */
const WAIT_MS = 90 * DAY_MS;
/** Lines that are deleted in one transaction. */
const DELETED_AT_ONCE = 500;

/**
 * Credits the imported points that wait for a person, and notifies the user. Call it in the transaction of the first sign-in. Give the
 * name when the user is registered, so that a user who takes that name later gets nothing. Give the platform's id when it is known.
 */
export async function creditImported(
	trx: Trx,
	userId: string,
	person: { name: string } | { platform: string; personId: string },
	at: Date,
): Promise<void> {
	for (const line of await findWaiting(trx, person)) {
		const delta = line.points ?? 0;
		const reference = referenceOf(line);
		const reason = "admin-adjustment";
		const posting = { userId, delta, reference, reason, actor: line.admin_id, at } as const;
		const balance = (await postMany(trx, [posting])).get(userId) ?? 0;
		const notice = { userId, kind: "points-imported", reference, data: { delta, balance } } as const;
		await addNotices(trx, [notice], { at, by: line.admin_id });
		await setCredited(trx, line, userId);
	}
}

/** Deletes finished imports after 90 days, with the points that still wait, and imports that nobody has started after one day. */
export async function deleteOldImports(db: Db, now: Date): Promise<void> {
	const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
	const old = [
		...(await findImportsBefore(db, ago(WAIT_MS), ["done"])),
		...(await findImportsBefore(db, ago(DAY_MS), ["reading", "preview"])),
	];
	for (const { id } of old) {
		while (!(await transact(db, (trx) => deleteSomeOfImport(trx, id, DELETED_AT_ONCE))));
	}
}
