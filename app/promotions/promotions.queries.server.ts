import type { Db, Trx } from "db/database";
import type { Promotions } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";
import { translationsOf } from "~/i18n/translations";
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
	"translations",
	"revision",
	"is_draft",
] as const;

const promotionOf = ({
	min_deposit: minDeposit,
	welcome_bonus: welcomeBonus,
	claim_url: claimUrl,
	image_url: image,
	is_draft: isDraft,
	translations,
	...row
}: Pick<Selectable<Promotions>, (typeof COLUMNS)[number]>): Promotion => ({
	...row,
	minDeposit,
	welcomeBonus,
	claimUrl,
	image,
	isDraft: isDraft === 1,
	translations: translationsOf(translations),
});

/** The published promotions, the newest first; with `withDraft` after the draft, if there is one. */
export async function findPromotions(db: Db, { withDraft }: { withDraft: boolean }): Promise<Promotion[]> {
	const rows = await db
		.selectFrom("promotions")
		.select(COLUMNS)
		.$if(!withDraft, (query) => query.where("is_draft", "=", 0))
		.orderBy("is_draft", "desc")
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map(promotionOf);
}

/** Returns a promotion; undefined without one. */
export async function findPromotion(db: Db | Trx, id: string): Promise<Promotion | undefined> {
	const row = await db.selectFrom("promotions").select(COLUMNS).where("id", "=", id).executeTakeFirst();
	return row && promotionOf(row);
}

/** Returns the id of the draft; undefined without one. */
export async function findDraftId(trx: Trx): Promise<string | undefined> {
	const row = await trx.selectFrom("promotions").select("id").where("is_draft", "=", 1).executeTakeFirst();
	return row?.id;
}

export async function insertPromotion(trx: Trx, row: Insertable<Promotions>): Promise<void> {
	await trx.insertInto("promotions").values(row).execute();
}

/** Updates columns of a promotion. The caller increases the revision. */
export async function updatePromotion(trx: Trx, id: string, change: Updateable<Promotions>): Promise<void> {
	await trx.updateTable("promotions").set(change).where("id", "=", id).execute();
}

export async function deletePromotionById(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("promotions").where("id", "=", id).execute();
}
