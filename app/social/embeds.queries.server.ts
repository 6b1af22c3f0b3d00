import type { Db, Trx } from "db/database";
import type { InstagramEmbeds } from "db/schema";
import type { Insertable, Updateable } from "kysely";

/** Maximum number of posts. */
export const MAX_EMBEDS = 60;

/** All posts in their order; `embed_code` is the permalink. */
export const findEmbeds = (db: Db | Trx) =>
	db
		.selectFrom("instagram_embeds")
		.select(["id", "embed_code", "position", "revision"])
		.orderBy("position", "asc")
		.orderBy("id")
		.limit(MAX_EMBEDS)
		.execute();

/** Returns a post; undefined without one. */
export const findEmbed = (db: Db | Trx, id: string) =>
	db
		.selectFrom("instagram_embeds")
		.select(["id", "embed_code", "position", "revision"])
		.where("id", "=", id)
		.executeTakeFirst();

export async function insertEmbed(trx: Trx, row: Insertable<InstagramEmbeds>): Promise<void> {
	await trx.insertInto("instagram_embeds").values(row).execute();
}

/** Updates columns of a post. The caller increases the revision where it must. */
export async function updateEmbed(trx: Trx, id: string, change: Updateable<InstagramEmbeds>): Promise<void> {
	await trx.updateTable("instagram_embeds").set(change).where("id", "=", id).execute();
}

export async function deleteEmbed(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("instagram_embeds").where("id", "=", id).execute();
}
