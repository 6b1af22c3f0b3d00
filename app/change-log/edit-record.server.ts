import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { hasActed, withIdempotencyKey } from "~/forms/idempotency.server";
import type { ErrorCode } from "~/i18n/messages";
import { type AdminChange, recordChange } from "./admin-changes.server";

/** A record that admins edit. Each edit increases its revision by one. */
interface Revised {
	revision: number;
}

/** A change-log entry without the admin and the time. */
export type LoggedChange = Omit<AdminChange, "actor" | "at">;

/** The record that a form edits. */
export interface EditedRecord<Row extends Revised> {
	load(db: Db | Trx): Promise<Row | undefined>;
	/** The revision with which the form was rendered. */
	revision: number;
	/** The error code for a record that does not exist. */
	missing: ErrorCode;
}

interface Tools {
	db: Db;
	now: () => Date;
}

interface Effects {
	/** Makes a form that is sent twice act once; see `withIdempotencyKey`. Without it every call acts. */
	once?: { idempotencyKey: string; action: string; input: unknown } | undefined;
	/** Runs after the commit, if this call has written anything: log line and events. */
	published?: ((subject: string, action: string) => void) | undefined;
}

interface Change<Written extends LoggedChange | undefined> extends Effects {
	/**
	 * Writes the change; awaits nothing but the database.
	 * @returns undefined when there was nothing to write.
	 */
	write(trx: Trx, at: Date): Promise<Written>;
}

interface Edit<Row extends Revised> extends EditedRecord<Row>, Effects {
	/** Whether the record already has the values of the form, as after a form that is sent twice. */
	isDone?(row: Row): boolean;
	/** As {@link Change}; `before` has the revision with which the form was rendered. */
	write(trx: Trx, before: Row, at: Date): Promise<LoggedChange>;
}

type SubjectOf<Written> = Written extends LoggedChange ? string : undefined;

/**
 * Writes an admin's change and its change-log entry in one transaction, then calls `published`. A repeat with the same
 * idempotency key writes and publishes nothing, and returns the same id.
 * @returns the id of what was changed; undefined when there was nothing to write.
 * @throws {DomainError} `idempotencyKeyReused`, and what `write` throws.
 */
export async function writeChange<Written extends LoggedChange | undefined>(
	{ db, now }: Tools,
	adminId: string,
	{ write, once, published }: Change<Written>,
): Promise<SubjectOf<Written>> {
	const at = now();
	// The stored answer of an idempotency key names the call that wrote it.
	const call = crypto.randomUUID();
	const act = async (trx: Trx) => {
		const change = await write(trx, at);
		if (change) await recordChange(trx, { ...change, actor: adminId, at });
		return { written: change ? { subject: change.subject, action: change.action } : null, writtenBy: call };
	};
	const { written, writtenBy } = once
		? await withIdempotencyKey(db, { userId: adminId, ...once }, at, act)
		: await transact(db, act);
	if (written && writtenBy === call) published?.(written.subject, written.action);
	// There is no subject exactly where `write` returned undefined, which TypeScript cannot follow.
	return written?.subject as SubjectOf<Written>;
}

/**
 * Edits a record and logs it, unless another admin has edited it since the form was rendered. Does nothing if
 * `isDone`.
 * @throws {DomainError} `missing` of the edit, `editConflict`, and as {@link writeChange}.
 */
export async function editRecord<Row extends Revised>(
	tools: Tools,
	adminId: string,
	{ isDone, write, once, published, ...edited }: Edit<Row>,
): Promise<void> {
	await writeChange(tools, adminId, {
		once,
		published,
		write: async (trx, at) => {
			const before = await edited.load(trx);
			if (before && isDone?.(before)) return undefined;
			return write(trx, checkRevision(before, edited), at);
		},
	});
}

/**
 * Checks an edit early, before an uploaded picture is stored for it. Reads only; the edit itself checks again.
 * @param repeat names the form's idempotency key: a form that has acted already is not refused.
 * @throws {DomainError} `missing` of the edited record, `editConflict`
 */
export async function refuseStaleEdit<Row extends Revised>(
	db: Db,
	edited: EditedRecord<Row>,
	repeat?: { userId: string; idempotencyKey: string },
): Promise<void> {
	if (repeat && (await hasActed(db, repeat.userId, repeat.idempotencyKey))) return;
	checkRevision(await edited.load(db), edited);
}

/**
 * @returns the row, which has the revision of the form.
 * @throws {DomainError} `missing` if there is no row, `editConflict` if it has another revision.
 */
export function checkRevision<Row extends Revised>(
	row: Row | undefined,
	{ revision, missing }: Pick<EditedRecord<Row>, "revision" | "missing">,
): Row {
	if (!row) throw new DomainError(missing);
	if (row.revision !== revision) throw new DomainError("editConflict");
	return row;
}
