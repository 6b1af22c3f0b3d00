import type { Db, Trx } from "db/database";
import type { Promotions } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Promotion } from "./promotions";

const COLUMNS = [
	"id",
	"title",
	"description",
	"min_deposit",
	"cashback",
	"welcome_bonus",
	"pat",
	"promocode",
	"claim_url",
	"image_url",
	"revision",
] as const;

const promotionOf = ({
	min_deposit: minDeposit,
	welcome_bonus: welcomeBonus,
	claim_url: claimUrl,
	image_url: image,
	...row
}: Pick<Selectable<Promotions>, (typeof COLUMNS)[number]>): Promotion => ({
	...row,
	minDeposit,
	welcomeBonus,
	claimUrl,
	image,
});

/** All promotions, the newest first. */
export async function findPromotions(db: Db): Promise<Promotion[]> {
	const rows = await db
		.selectFrom("promotions")
		.select(COLUMNS)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map(promotionOf);
}

export async function findPromotion(db: Db | Trx, id: string): Promise<Promotion | undefined> {
	const row = await db.selectFrom("promotions").select(COLUMNS).where("id", "=", id).executeTakeFirst();
	return row && promotionOf(row);
}

export async function insertPromotion(trx: Trx, row: Insertable<Promotions>): Promise<void> {
	await trx.insertInto("promotions").values(row).execute();
}

export async function updatePromotion(trx: Trx, id: string, change: Updateable<Promotions>): Promise<void> {
	await trx.updateTable("promotions").set(change).where("id", "=", id).execute();
}

export async function deletePromotionById(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("promotions").where("id", "=", id).execute();
}
