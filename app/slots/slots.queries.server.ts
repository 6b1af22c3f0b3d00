import type { Db, Trx } from "db/database";
import type { Slots } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";
import { translationsOf } from "~/i18n/translations";
import type { Slot } from "./slots";

const COLUMNS = [
	"id",
	"name",
	"provider",
	"image",
	"description",
	"demo_url",
	"translations",
	"revision",
] as const;

const slotOf = ({
	demo_url: demoUrl,
	translations,
	...row
}: Pick<Selectable<Slots>, (typeof COLUMNS)[number]>): Slot => ({
	...row,
	demoUrl,
	translations: translationsOf(translations),
});

/** All slots, the newest first. */
export async function findSlots(db: Db): Promise<Slot[]> {
	const rows = await db
		.selectFrom("slots")
		.select(COLUMNS)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map(slotOf);
}

/** Returns a slot; undefined without one. */
export async function findSlot(db: Db | Trx, id: string): Promise<Slot | undefined> {
	const row = await db.selectFrom("slots").select(COLUMNS).where("id", "=", id).executeTakeFirst();
	return row && slotOf(row);
}

export async function insertSlot(trx: Trx, row: Insertable<Slots>): Promise<void> {
	await trx.insertInto("slots").values(row).execute();
}

/** Updates columns of a slot. The caller increases the revision. */
export async function updateSlot(trx: Trx, id: string, change: Updateable<Slots>): Promise<void> {
	await trx.updateTable("slots").set(change).where("id", "=", id).execute();
}

export async function deleteSlotById(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("slots").where("id", "=", id).execute();
}
