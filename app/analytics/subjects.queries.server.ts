import type { Db } from "db/database";

export const findPromotionTitle = async (db: Db, id: string): Promise<string | undefined> => {
	const row = await db.selectFrom("promotions").select("title").where("id", "=", id).executeTakeFirst();
	return row?.title;
};
