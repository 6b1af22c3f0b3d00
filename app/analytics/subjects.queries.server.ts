import type { Db } from "db/database";

/** Resolves to undefined if there is no such published promotion. */
export const findPromotionTitle = async (db: Db, id: string): Promise<string | undefined> => {
	const row = await db
		.selectFrom("promotions")
		.select("title")
		.where("id", "=", id)
		.where("is_draft", "=", 0)
		.executeTakeFirst();
	return row?.title;
};
