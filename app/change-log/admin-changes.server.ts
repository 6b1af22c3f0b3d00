import type { Trx } from "db/database";
import { insertAdminChange } from "./admin-changes.queries.server";

/** Field values for the log. They must not contain secrets, such as codes. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

export interface AdminChange {
	/** The admin's user id. */
	actor: string;
	/** The kind of change, such as `slots.edit`. The log has a message for each kind. */
	action: string;
	/**
	 * The id of the changed record and its current name, because the record may be deleted later. The name of a person
	 * is not stored: the log looks up the user of the id, or of an order.
	 */
	subject: string;
	subjectName: string;
	/** `before` is undefined for a new record, `after` for a deleted one. */
	before?: Fields | undefined;
	after?: Fields | undefined;
	at: Date;
}

/**
 * Adds a row to the change log with the fields that differ. Must be called in the transaction of the change. An edit
 * that changes nothing is not logged.
 */
export async function recordChange(trx: Trx, change: AdminChange): Promise<void> {
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
