import type { Db } from "db/database";
import { isLastingName } from "~/pictures/picture-store.server";

/** The names of uploaded pictures of items, slots, promotions and hunts, without duplicates. */
export async function findUploadedPictures(db: Db): Promise<string[]> {
	const rows = await db
		.selectFrom("store_items")
		.select("image")
		.union(db.selectFrom("slots").select("image"))
		.union(db.selectFrom("promotions").select("image_url as image"))
		.union(db.selectFrom("hunt_slots").select("image"))
		.execute();
	return rows.map(({ image }) => image).filter(isLastingName);
}
