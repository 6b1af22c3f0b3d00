import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import type { z } from "zod";
import { type Fields as Logged, recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { hasActed, withIdempotencyKey } from "~/forms/idempotency.server";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { pictureOf } from "~/pictures/upload.server";
import { storeDefaultPicture } from "./default-picture.server";
import { NEW_PROMOTION, type Promotion } from "./promotions";
import {
	deletePromotionById,
	findPromotion,
	insertPromotion,
	updatePromotion,
} from "./promotions.queries.server";
import type { promotionSchema } from "./promotions.schema";

interface Tools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
}
type WithFolder = Tools & { config: Pick<Config, "IMAGE_FOLDER"> };

type Fields = Omit<Promotion, "id" | "revision">;

/**
 * Adds the default promotion, to be given its own words. The same request id acts once.
 * @throws {DomainError} `idempotencyKeyReused`
 */
export async function addPromotion(
	{ db, now, log, config }: WithFolder,
	adminId: string,
	idempotencyKey: string,
): Promise<{ id: string }> {
	const fields: Fields = {
		...NEW_PROMOTION,
		description: null,
		minDeposit: null,
		cashback: null,
		welcomeBonus: null,
		pat: null,
		promocode: null,
		image: await storeDefaultPicture(config),
	};
	const at = now();
	const request = { userId: adminId, idempotencyKey, action: "promotions.add", input: {} };
	const added = await withIdempotencyKey(db, request, at, async (trx) => {
		const id = crypto.randomUUID();
		const times = { created_at: at.toISOString(), updated_at: at.toISOString() };
		await insertPromotion(trx, { ...rowOf(fields), ...times, id, revision: 1 });
		await recordChange(trx, {
			actor: adminId,
			action: "promotion.add",
			subject: id,
			subjectName: fields.title,
			after: loggedOf(fields),
			at,
		});
		return { id };
	});
	log.info({ event: "promotion-added", promotionId: added.id, adminId });
	return added;
}

/**
 * Saves a promotion as the form gives it, its uploaded picture first. The same request id acts once.
 * @throws {DomainError} `promotionGone`, `editedMeanwhile` when another admin was faster, `idempotencyKeyReused`,
 * and as `pictureOf`.
 */
export async function savePromotionForm(
	{ db, now, log, config }: WithFolder,
	adminId: string,
	id: string,
	{ idempotencyKey, revision, upload, ...typed }: z.output<typeof promotionSchema>,
): Promise<void> {
	const edited = { id, revision };
	// Before a picture is stored for it.
	if (upload && !(await hasActed(db, adminId, idempotencyKey))) await findEdited(db, edited);
	const fields: Fields = { ...typed, image: await pictureOf(config, { upload, image: typed.image }) };
	const at = now();
	const request = { userId: adminId, idempotencyKey, action: "promotions.save", input: { fields, edited } };
	await withIdempotencyKey(db, request, at, async (trx) => {
		const before = await findEdited(trx, edited);
		const row = { ...rowOf(fields), revision: revision + 1, updated_at: at.toISOString() };
		await updatePromotion(trx, id, row);
		await recordChange(trx, {
			actor: adminId,
			action: "promotion.edit",
			subject: id,
			subjectName: fields.title,
			before: loggedOf(before),
			after: loggedOf(fields),
			at,
		});
		return {};
	});
	log.info({ event: "promotion-saved", promotionId: id, adminId });
}

/** @throws {DomainError} `promotionGone`, `editedMeanwhile` */
async function findEdited(
	db: Db | Trx,
	{ id, revision }: Pick<Promotion, "id" | "revision">,
): Promise<Promotion> {
	const promotion = await findPromotion(db, id);
	if (!promotion) throw new DomainError("promotionGone");
	if (promotion.revision !== revision) throw new DomainError("editedMeanwhile");
	return promotion;
}

/**
 * Deletes a promotion as it was shown. One that is gone already is as it should be.
 * @throws {DomainError} `editedMeanwhile` when another admin has changed it.
 */
export async function deletePromotion(
	{ db, now, log }: Tools,
	adminId: string,
	{ id, revision }: Pick<Promotion, "id" | "revision">,
): Promise<void> {
	const at = now();
	const hasGone = await transact(db, async (trx) => {
		const promotion = await findPromotion(trx, id);
		if (!promotion) return false;
		if (promotion.revision !== revision) throw new DomainError("editedMeanwhile");
		await deletePromotionById(trx, id);
		await recordChange(trx, {
			actor: adminId,
			action: "promotion.delete",
			subject: id,
			subjectName: promotion.title,
			before: loggedOf(promotion),
			at,
		});
		return true;
	});
	if (hasGone) log.info({ event: "promotion-deleted", promotionId: id, adminId });
}

const rowOf = ({ minDeposit, welcomeBonus, claimUrl, image, ...fields }: Fields) => ({
	...fields,
	min_deposit: minDeposit,
	welcome_bonus: welcomeBonus,
	claim_url: claimUrl,
	image_url: image,
});

const loggedOf = (promotion: Fields & Partial<Promotion>): Logged => {
	const { id: _id, revision: _revision, ...fields } = promotion;
	return fields;
};
