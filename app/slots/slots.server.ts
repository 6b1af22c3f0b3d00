import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import type { z } from "zod";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { hasActed, withIdempotencyKey } from "~/forms/idempotency.server";
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
 * Adds or edits a slot as the form gives it, its uploaded picture first. The same request id acts once.
 * @param id of the slot that is edited; undefined for a new one.
 * @throws {DomainError} `demoHostRefused`, `slotGone`, `editedMeanwhile` when another admin was faster,
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
	// Before a picture is stored for it.
	const edited = id === undefined ? undefined : { id, revision };
	if (upload && edited && !(await hasActed(db, adminId, idempotencyKey))) await findEdited(db, edited);
	const fields: Fields = { ...typed, image: await pictureOf(config, { upload, image: typed.image }) };
	const at = tools.now();
	const request = { userId: adminId, idempotencyKey, action: "slots.save", input: { fields, edited } };
	const saved = await withIdempotencyKey(db, request, at, async (trx) => {
		const before = edited && (await findEdited(trx, edited));
		const slotId = before?.id ?? crypto.randomUUID();
		const row = { ...rowOf(fields), updated_at: at.toISOString() };
		if (before) await updateSlot(trx, slotId, { ...row, revision: before.revision + 1 });
		else await insertSlot(trx, { ...row, id: slotId, revision: 1, created_at: at.toISOString() });
		await recordChange(trx, {
			actor: adminId,
			action: before ? "slot.edit" : "slot.add",
			subject: slotId,
			subjectName: fields.name,
			before: before && loggedOf(before),
			after: loggedOf(fields),
			at,
		});
		return { id: slotId };
	});
	log.info({ event: "slot-saved", slotId: saved.id, adminId });
	return saved;
}

/** @throws {DomainError} `slotGone`, `editedMeanwhile` */
async function findEdited(db: Db | Trx, { id, revision }: Pick<Slot, "id" | "revision">): Promise<Slot> {
	const slot = await findSlot(db, id);
	if (!slot) throw new DomainError("slotGone");
	if (slot.revision !== revision) throw new DomainError("editedMeanwhile");
	return slot;
}

const rowOf = ({ demoUrl, ...fields }: Fields) => ({ ...fields, demo_url: demoUrl });

const loggedOf = ({ name, provider, image, description, demoUrl }: Fields) => ({
	name,
	provider,
	image,
	description,
	demoUrl,
});

/**
 * Deletes a slot as it was shown. One that is gone already is as it should be.
 * @throws {DomainError} `editedMeanwhile` when another admin has changed it.
 */
export async function deleteSlot(
	{ db, now, log }: Tools,
	adminId: string,
	{ id, revision }: Pick<Slot, "id" | "revision">,
): Promise<void> {
	const at = now();
	const hasGone = await transact(db, async (trx) => {
		const slot = await findSlot(trx, id);
		if (!slot) return false;
		if (slot.revision !== revision) throw new DomainError("editedMeanwhile");
		await deleteSlotById(trx, id);
		await recordChange(trx, {
			actor: adminId,
			action: "slot.delete",
			subject: id,
			subjectName: slot.name,
			before: loggedOf(slot),
			at,
		});
		return true;
	});
	if (hasGone) log.info({ event: "slot-deleted", slotId: id, adminId });
}
