import type { Db } from "db/database";
import type { z } from "zod";
import {
	type EditedRecord,
	refuseStaleEdit,
	removeRecord,
	saveRecord,
} from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
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
 * Saves the form of a slot, after its uploaded picture. The same idempotency key acts once.
 * @param id of the edited slot; undefined for a new one.
 * @throws {DomainError} `demoHostRefused`, `slotGone`, `editConflict`, `idempotencyKeyReused`, and as
 * `pictureOf`.
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

const rowOf = ({ demoUrl, ...fields }: Fields) => ({ ...fields, demo_url: demoUrl });

const loggedOf = ({ name, provider, image, description, demoUrl }: Fields) => ({
	name,
	provider,
	image,
	description,
	demoUrl,
});

/**
 * Deletes a slot as it was shown. Does nothing when it is already gone.
 * @throws {DomainError} `editConflict`
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
