import type { Db, Trx } from "db/database";
import type { StoreItems } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";
import { translationsOf } from "~/i18n/translations";
import type { Item } from "./items";

const COLUMNS = [
	"id",
	"name",
	"description",
	"image",
	"price",
	"stock",
	"status",
	"viewer_limit",
	"cooldown_hours",
	"question",
	"has_codes",
	"revision",
	"created_at",
	"translations",
] as const;

const itemOf = (row: Pick<Selectable<StoreItems>, (typeof COLUMNS)[number]>): Item => ({
	id: row.id,
	name: row.name,
	description: row.description,
	image: row.image,
	price: row.price,
	stock: row.stock,
	status: row.status,
	viewerLimit: row.viewer_limit,
	cooldownHours: row.cooldown_hours,
	question: row.question,
	hasCodes: row.has_codes === 1,
	revision: row.revision,
	createdAt: row.created_at,
	translations: translationsOf(row.translations),
});

/** Returns all items of a status, the most expensive first. */
export async function findItems(db: Db, status: Item["status"]): Promise<Item[]> {
	const rows = await db
		.selectFrom("store_items")
		.select(COLUMNS)
		.where("status", "=", status)
		.orderBy("price", "desc")
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.map(itemOf);
}

/** Returns an item of any status; undefined without one. */
export async function findItem(db: Db | Trx, id: string): Promise<Item | undefined> {
	const row = await db.selectFrom("store_items").select(COLUMNS).where("id", "=", id).executeTakeFirst();
	return row && itemOf(row);
}

export async function insertItem(trx: Trx, row: Insertable<StoreItems>): Promise<void> {
	await trx.insertInto("store_items").values(row).execute();
}

/** Updates columns of an item. The caller increases the revision where it must. */
export async function updateItem(trx: Trx, id: string, change: Updateable<StoreItems>): Promise<void> {
	await trx.updateTable("store_items").set(change).where("id", "=", id).execute();
}

/**
 * Decreases the stock by one.
 * @returns false, without a change, when it was 0.
 */
export async function decrementStock(trx: Trx, id: string): Promise<boolean> {
	const row = await trx
		.updateTable("store_items")
		.set((eb) => ({ stock: eb("stock", "-", 1) }))
		.where("id", "=", id)
		.where("stock", ">", 0)
		.returning("stock")
		.executeTakeFirst();
	return row !== undefined;
}
