import type { Db } from "db/database";
import type { z } from "zod";
import {
	type EditedRecord,
	refuseStaleEdit,
	removeRecord,
	saveRecord,
} from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { loggedTranslations } from "~/i18n/translations";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { pictureOf } from "~/pictures/upload.server";
import { isDemoAddress, type Slot } from "./slots";
import { deleteSlotById, findSlot, insertSlot, updateSlot } from "./slots.queries.server";
import type { slotSchema } from "./slots.schema";

interface Tools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
}

type Fields = Omit<Slot, "id" | "revision">;

/**
 * Adds or edits a slot from its form and writes the change log. An uploaded picture is stored first and replaces the
 * address. A repeat with the same idempotency key returns the same id.
 * @param id of the edited slot; undefined for a new one.
 * @throws {DomainError} `demoHostRefused`, `slotGone`, `editConflict` when another admin has saved it since,
 * `idempotencyKeyReused`, and as `pictureOf`.
 */
export async function saveSlotForm(
	tools: Tools & { config: Pick<Config, "IMAGE_FOLDER" | "SLOT_DEMO_HOSTS"> },
	adminId: string,
	id: string | undefined,
	{ idempotencyKey, revision = 0, upload, ...typed }: z.output<typeof slotSchema>,
): Promise<{ id: string }> {
	const { db, config, log } = tools;
	const hosts = config.SLOT_DEMO_HOSTS;
	if (!isDemoAddress(typed.demoUrl, hosts)) {
		throw new DomainError("demoHostRefused", { hosts: hosts.join(", ") });
	}
	const edited = id === undefined ? undefined : { id, revision };
	const record = edited && editedSlot(edited);
	if (upload && record) await refuseStaleEdit(db, record, { userId: adminId, idempotencyKey });
	const fields: Fields = { ...typed, image: await pictureOf(config, { upload, image: typed.image }) };
	const saved = await saveRecord(tools, adminId, {
		edited: record,
		once: { idempotencyKey, action: "slots.save", input: { fields, edited } },
		write: async (trx, before, at) => {
			const slotId = before?.id ?? crypto.randomUUID();
			const row = { ...rowOf(fields), updated_at: at.toISOString() };
			if (before) await updateSlot(trx, slotId, { ...row, revision: before.revision + 1 });
			else await insertSlot(trx, { ...row, id: slotId, revision: 1, created_at: at.toISOString() });
			return {
				action: before ? "slot.edit" : "slot.add",
				subject: slotId,
				subjectName: fields.name,
				before: before && loggedOf(before),
				after: loggedOf(fields),
			};
		},
		published: (slotId) => log.info({ event: "slot-saved", slotId, adminId }),
	});
	return { id: saved };
}

const editedSlot = ({ id, revision }: Pick<Slot, "id" | "revision">): EditedRecord<Slot> => ({
	load: (db) => findSlot(db, id),
	revision,
	missing: "slotGone",
});

const rowOf = ({ demoUrl, translations, ...fields }: Fields) => ({
	...fields,
	demo_url: demoUrl,
	translations: JSON.stringify(translations),
});

const loggedOf = ({ name, provider, image, description, demoUrl, translations }: Fields) => ({
	name,
	provider,
	image,
	description,
	demoUrl,
	...loggedTranslations(translations),
});

/**
 * Deletes a slot and writes the change log. Does nothing when it is already gone.
 * @throws {DomainError} `editConflict` when it was edited since the given revision.
 */
export async function deleteSlot(
	tools: Tools,
	adminId: string,
	slot: Pick<Slot, "id" | "revision">,
): Promise<void> {
	await removeRecord(tools, adminId, {
		...editedSlot(slot),
		write: async (trx, before) => {
			await deleteSlotById(trx, before.id);
			return {
				action: "slot.delete",
				subject: before.id,
				subjectName: before.name,
				before: loggedOf(before),
			};
		},
		published: (slotId) => tools.log.info({ event: "slot-deleted", slotId, adminId }),
	});
}
