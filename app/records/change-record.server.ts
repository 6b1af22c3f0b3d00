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

const missing = "recordGone";

/**
 * Adds or edits a record from its form, with a change-log entry in the same transaction. An uploaded picture is stored
 * first and replaces the address. A repeat with the same idempotency key does nothing and returns the same id.
 * @param id of the edited record; undefined for a new one.
 * @throws {DomainError} `recordGone`, `editConflict` when another admin has saved it since, `idempotencyKeyReused`,
 * `changesUnsaved` for an unexpected failure, as the hooks of the record, and as `pictureOf` of `~/pictures`.
 */
export async function saveRecordForm<Needs extends keyof Site = never>(
	site: Services<Needs>,
	type: RecordType<Needs>,
	adminId: string,
	id: string | undefined,
	{ idempotencyKey, revision = 0, upload, ...typed }: RecordForm,
): Promise<string> {
	const { db, config, log } = site;
	type.check?.(typed as never, config);
	if (upload && id !== undefined) {
		const edited = { load: () => findRecord(db, type, id), revision, missing } as const;
		await refuseStaleEdit(db, edited, { userId: adminId, idempotencyKey });
	}
	const form: Record<string, unknown> = { ...typed, ...((await type.prepare?.(site)) as object | undefined) };
	const picture = pictureOf(type);
	if (picture) form[picture] = await pictureOfForm(config, { upload, image: String(form[picture]) });

	async function write(trx: Trx, at: string): Promise<LoggedChange> {
		const before: AnyRecord | undefined =
			id === undefined ? undefined : checkRevision(await findRecord(trx, type, id), { revision, missing });
		const recordId = id ?? crypto.randomUUID();
		const writeRow = async (columns: object = {}) => {
			const row = { ...rowOf(type, form), updated_at: at, ...columns };
			if (!before) await insertRecord(trx, type.table, { ...row, id: recordId, revision: 1, created_at: at });
			else {
				const published = before.isDraft ? { is_draft: 0, created_at: at } : {};
				const change = { ...row, ...published, revision: before.revision + 1 };
				await updateRecord(trx, type.table, { id: recordId, change });
			}
			return undefined;
		};
		const change = { id: recordId, before: before as never, form: form as never, config, at, actor: adminId };
		const more = await (type.store?.(trx, change, writeRow) ?? writeRow());
		const after = (await findRecord(trx, type, recordId)) as AnyRecord;
		const known = before?.isDraft ? undefined : before;
		return {
			action: `${type.texts}.${known ? "edit" : "add"}`,
			subject: recordId,
			subjectName: type.nameOf(after as never),
			before: known && loggedOf(type, known),
			after: { ...loggedOf(type, after), ...more },
		};
	}
	// A digest, because a form may contain secrets.
	const input = createHash("sha256").update(JSON.stringify([id, revision, form]));
	const once = { idempotencyKey, action: `${type.texts}.save`, input: input.digest("hex") };
	return orUnsaved(site, () =>
		writeChange(site, adminId, {
			once,
			write: (trx, at) => write(trx, at.toISOString()),
			published(recordId, action) {
				log.info({ event: "record-saved", action, recordId, adminId });
				type.changed?.(site);
			},
		}),
	);
}

/** The columns of a form. */
function rowOf(type: RecordType, form: Readonly<Record<string, unknown>>) {
	const names = storedFields(type);
	if (names.some((name) => type.fields[name]?.translation)) names.push("translations");
	return {
		...columnsOf(Object.fromEntries(names.map((name) => [name, form[name]]))),
		...(type.removal === "disable" && { status: "active" }),
	};
}

/** The fields of a record in the change log. */
function loggedOf(type: RecordType, { translations = {}, status, ...values }: AnyRecord): LogFields {
	const fields = Object.fromEntries(storedFields(type).map((name) => [name, values[name]])) as LogFields;
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
	type: RecordType<Needs>,
	adminId: string,
	{ id, revision }: Pick<AnyRecord, "id" | "revision">,
): Promise<void> {
	const { table, texts, removal } = type;
	async function write(trx: Trx, at: Date): Promise<LoggedChange | undefined> {
		const before: AnyRecord | undefined = await findRecord(trx, type, id);
		if (!before || before.status === "disabled") return undefined;
		checkRevision(before, { revision, missing });
		const change = { status: "disabled", revision: revision + 1, updated_at: at.toISOString() };
		await type.removed?.(trx, id);
		if (removal === "disable") await updateRecord(trx, table, { id, change });
		else await deleteRecord(trx, table, id);
		if (before.isDraft) return undefined;
		return {
			action: `${texts}.${removal}`,
			subject: id,
			subjectName: type.nameOf(before as never),
			before: loggedOf(type, before),
			after: removal === "disable" ? loggedOf(type, { ...before, ...change }) : undefined,
		};
	}
	await orUnsaved(site, () =>
		writeChange(site, adminId, {
			write,
			published(recordId, action) {
				site.log.info({ event: "record-removed", action, recordId, adminId });
				type.changed?.(site);
			},
		}),
	);
}

/**
 * Turns unexpected failures into a refusal, so that nothing typed is lost.
 * @throws {DomainError} those of `act`, a storage refusal such as a full disk, or `changesUnsaved` for any other
 * failure, which is logged.
 */
export const orUnsaved = <Answer>(
	{ log }: { log: Pick<Log, "error"> },
	act: () => Promise<Answer>,
): Promise<Answer> =>
	act().catch((error: unknown) => {
		const refusal = error instanceof DomainError ? error : storageRefusalOf(error);
		if (refusal) throw refusal;
		log.error({ event: "record-unsaved", err: error });
		throw new DomainError("changesUnsaved");
	});
