import { createHash } from "node:crypto";
import type { Trx } from "db/database";
import type { Fields as LogFields } from "~/change-log/admin-changes.server";
import {
	checkRevision,
	type LoggedChange,
	refuseStaleEdit,
	writeChange,
} from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { storageRefusalOf } from "~/forms/storage-refusal";
import { loggedTranslations } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import type { Log } from "~/observability/log.server";
import { pictureOf as pictureOfForm } from "~/pictures/upload.server";
import { type AnyRecord, pictureOf, type RecordForm, type RecordType, storedFields } from "./record.server";
import { columnsOf, deleteRecord, findRecord, insertRecord, updateRecord } from "./records.queries.server";

type Services<Needs extends keyof Site> = Pick<Site, "db" | "now" | "config" | Needs> & {
	log: Pick<Log, "info" | "error">;
};

const MISSING = "recordGone";

/**
 * Adds or edits a record from its form, with a change-log entry in the same transaction. An uploaded picture is stored
 * first and replaces the address. A repeat with the same idempotency key does nothing and returns the same id.
 * @param id of the edited record; undefined for a new one.
 * @throws {DomainError} `recordGone`, `editConflict` when another admin has saved it since, `idempotencyKeyReused`,
 * `changesUnsaved` for an unexpected failure, as the hooks of the record, and as `pictureOf` of `~/pictures`.
 */
export async function saveRecordForm<Needs extends keyof Site = never>(
	site: Services<Needs>,
	record: RecordType<Needs>,
	adminId: string,
	id: string | undefined,
	{ idempotencyKey, revision = 0, upload, ...typed }: RecordForm,
): Promise<string> {
	const { db, config, log } = site;
	record.check?.(typed as never, config);
	const load = (from: typeof db) => (id === undefined ? undefinedRecord : findRecord(from, record, id));
	const edited = { load, revision, missing: MISSING } as const;
	if (upload && id !== undefined) await refuseStaleEdit(db, edited, { userId: adminId, idempotencyKey });
	const picture = pictureOf(record);
	const form = { ...typed } as typeof typed & Record<string, unknown>;
	if (picture) form[picture] = await pictureOfForm(config, { upload, image: String(typed[picture]) });

	async function write(trx: Trx, at: string): Promise<LoggedChange> {
		const before: AnyRecord | undefined =
			id === undefined ? undefined : checkRevision(await findRecord(trx, record, id), edited);
		const recordId = id ?? crypto.randomUUID();
		const writeRow = (columns: object = {}) =>
			store(trx, record, { id: recordId, before, form, columns, at });
		const change = { id: recordId, before: before as never, form: form as never, at };
		const more = record.store ? await record.store(trx, change, writeRow) : await writeRow();
		const after = (await findRecord(trx, record, recordId)) as AnyRecord;
		const published = before?.isDraft ? undefined : before;
		return {
			action: `${record.texts}.${published ? "edit" : "add"}`,
			subject: recordId,
			subjectName: record.nameOf(after as never),
			before: published && loggedOf(record, published),
			after: { ...loggedOf(record, after), ...more },
		};
	}
	// A digest, because a form may contain secrets.
	const input = createHash("sha256")
		.update(JSON.stringify([id, revision, form]))
		.digest("hex");
	return orUnsaved(site, () =>
		writeChange(site, adminId, {
			once: { idempotencyKey, action: `${record.texts}.save`, input },
			write: (trx, at) => write(trx, at.toISOString()),
			published(recordId, action) {
				log.info({ event: "record-saved", action, recordId, adminId });
				record.changed?.(site, recordId, false);
			},
		}),
	);
}

const undefinedRecord = Promise.resolve(undefined);

/** Inserts or updates the row of a record. */
async function store(
	trx: Trx,
	record: RecordType,
	{
		id,
		before,
		form,
		columns,
		at,
	}: { id: string; before: AnyRecord | undefined; form: RecordForm | object; columns: object; at: string },
): Promise<undefined> {
	const values = form as Record<string, unknown>;
	const hasTranslations = storedFields(record).some((name) => record.fields[name]?.translation);
	const stored = [...storedFields(record), ...(hasTranslations ? ["translations"] : [])];
	const row = {
		...columnsOf(Object.fromEntries(stored.map((name) => [name, values[name]]))),
		...(record.removal === "disable" && { status: "active" }),
		updated_at: at,
		...columns,
	};
	if (!before) {
		await insertRecord(trx, record.table, { ...row, id, revision: 1, created_at: at });
		return;
	}
	const publish = before.isDraft ? { is_draft: 0, created_at: at } : {};
	await updateRecord(trx, record.table, {
		id,
		change: { ...row, ...publish, revision: before.revision + 1 },
	});
}

/** The fields of a record in the change log. */
function loggedOf(record: RecordType, { translations = {}, status, ...values }: AnyRecord): LogFields {
	const fields = Object.fromEntries(storedFields(record).map((name) => [name, values[name]])) as LogFields;
	return { ...fields, ...(status !== undefined && { status }), ...loggedTranslations(translations) };
}

/**
 * Deletes or disables a record, with a change-log entry in the same transaction. Does nothing when it is gone or
 * disabled already. The change log does not mention drafts.
 * @throws {DomainError} `editConflict` when it was edited since the given revision, `changesUnsaved` for an unexpected
 * failure.
 */
export async function removeRecord<Needs extends keyof Site = never>(
	site: Services<Needs>,
	record: RecordType<Needs>,
	adminId: string,
	{ id, revision }: Pick<AnyRecord, "id" | "revision">,
): Promise<void> {
	const { table, texts, removal } = record;
	async function write(trx: Trx, at: Date): Promise<LoggedChange | undefined> {
		const before: AnyRecord | undefined = await findRecord(trx, record, id);
		if (!before || before.status === "disabled") return undefined;
		checkRevision(before, { revision, missing: MISSING });
		const change = { status: "disabled", revision: revision + 1, updated_at: at.toISOString() };
		if (removal === "disable") await updateRecord(trx, table, { id, change });
		else await deleteRecord(trx, table, id);
		await record.removed?.(trx, id);
		if (before.isDraft) return undefined;
		return {
			action: `${texts}.${removal}`,
			subject: id,
			subjectName: record.nameOf(before as never),
			before: loggedOf(record, before),
			after: removal === "disable" ? loggedOf(record, { ...before, ...change }) : undefined,
		};
	}
	await orUnsaved(site, () =>
		writeChange(site, adminId, {
			write,
			published(recordId, action) {
				site.log.info({ event: "record-removed", action, recordId, adminId });
				record.changed?.(site, recordId, true);
			},
		}),
	);
}

/**
 * Turns unexpected failures into a refusal, so that nothing typed is lost.
 * @throws {DomainError} those of `act`, a storage refusal such as a full disk, or `changesUnsaved` for any other
 * failure, which is logged.
 */
export async function orUnsaved<Answer>(
	{ log }: { log: Pick<Log, "error"> },
	act: () => Promise<Answer>,
): Promise<Answer> {
	try {
		return await act();
	} catch (error) {
		if (error instanceof DomainError) throw error;
		const refusal = storageRefusalOf(error);
		if (refusal) throw refusal;
		log.error({ event: "record-unsaved", err: error });
		throw new DomainError("changesUnsaved");
	}
}
