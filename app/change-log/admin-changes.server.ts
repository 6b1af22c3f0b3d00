import type { Db, Trx } from "db/database";
import { insertAdminChange } from "./admin-changes.queries.server";

/** Values as the log shows them; no secrets, such as codes. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

export interface AdminChange {
	/** The admin's user id. */
	actor: string;
	/** What was changed and how, such as `slot.edit`; the log has words for it. */
	action: string;
	/**
	 * The id of what was changed and, as it may be gone later, what it is called now. A person is not named: the
	 * log shows who has the id of a user, or of an order's.
	 */
	subject: string;
	subjectName: string;
	/** Undefined for what was not there, or is not any more. */
	before?: Fields | undefined;
	after?: Fields | undefined;
	at: Date;
}

/**
 * Writes an admin's change into the log, with those fields only that differ. Call it in the transaction
 * of the change. An edit that changes nothing is not written.
 */
export async function recordChange(trx: Db | Trx, change: AdminChange): Promise<void> {
	const { before, after } = change;
	const differs = (name: string) => !before || !after || before[name] !== after[name];
	const kept = (fields: Fields | undefined) =>
		fields && Object.fromEntries(Object.entries(fields).filter(([name]) => differs(name)));
	const was = kept(before);
	const is = kept(after);
	if (was && is && Object.keys({ ...was, ...is }).length === 0) return;
	await insertAdminChange(trx, {
		actor: change.actor,
		action: change.action,
		subject: change.subject,
		subject_name: change.subjectName,
		before: was ? JSON.stringify(was) : null,
		after: is ? JSON.stringify(is) : null,
		created_at: change.at.toISOString(),
	});
}
