import type { Db } from "db/database";
import type { z } from "zod";
import type { Fields as Logged } from "~/change-log/admin-changes.server";
import {
	type EditedRecord,
	editRecord,
	refuseStaleEdit,
	removeRecord,
	writeChange,
} from "~/change-log/edit-record.server";
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
 * Adds the default promotion, which the admin then edits. The same idempotency key acts once.
 * @throws {DomainError} `idempotencyKeyReused`
 */
export async function addPromotion(
	tools: WithFolder,
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
		image: await storeDefaultPicture(tools.config),
	};
	const added = await writeChange(tools, adminId, {
		once: { idempotencyKey, action: "promotions.add", input: {} },
		write: async (trx, at) => {
			const id = crypto.randomUUID();
			const times = { created_at: at.toISOString(), updated_at: at.toISOString() };
			await insertPromotion(trx, { ...rowOf(fields), ...times, id, revision: 1 });
			return {
				action: "promotion.add",
				subject: id,
				subjectName: fields.title,
				after: loggedOf(fields),
			};
		},
		published: (promotionId) => tools.log.info({ event: "promotion-added", promotionId, adminId }),
	});
	return { id: added };
}

/**
 * Saves the form of a promotion, after its uploaded picture. The same idempotency key acts once.
 * @throws {DomainError} `promotionGone`, `editConflict`, `idempotencyKeyReused`, and as `pictureOf`.
 */
export async function savePromotionForm(
	tools: WithFolder,
	adminId: string,
	id: string,
	{ idempotencyKey, revision, upload, ...typed }: z.output<typeof promotionSchema>,
): Promise<void> {
	const { db, log, config } = tools;
	const edited = { id, revision };
	const record = editedPromotion(edited);
	if (upload) await refuseStaleEdit(db, record, { userId: adminId, idempotencyKey });
	const fields: Fields = { ...typed, image: await pictureOf(config, { upload, image: typed.image }) };
	await editRecord(tools, adminId, {
		...record,
		once: { idempotencyKey, action: "promotions.save", input: { fields, edited } },
		write: async (trx, before, at) => {
			const row = { ...rowOf(fields), revision: before.revision + 1, updated_at: at.toISOString() };
			await updatePromotion(trx, id, row);
			return {
				action: "promotion.edit",
				subject: id,
				subjectName: fields.title,
				before: loggedOf(before),
				after: loggedOf(fields),
			};
		},
		published: () => log.info({ event: "promotion-saved", promotionId: id, adminId }),
	});
}

const editedPromotion = ({ id, revision }: Pick<Promotion, "id" | "revision">): EditedRecord<Promotion> => ({
	load: (db) => findPromotion(db, id),
	revision,
	missing: "promotionGone",
});

/**
 * Deletes a promotion as it was shown. Does nothing when it is already gone.
 * @throws {DomainError} `editConflict`
 */
export async function deletePromotion(
	tools: Tools,
	adminId: string,
	promotion: Pick<Promotion, "id" | "revision">,
): Promise<void> {
	await removeRecord(tools, adminId, {
		...editedPromotion(promotion),
		write: async (trx, before) => {
			await deletePromotionById(trx, before.id);
			return {
				action: "promotion.delete",
				subject: before.id,
				subjectName: before.title,
				before: loggedOf(before),
			};
		},
		published: (promotionId) => tools.log.info({ event: "promotion-deleted", promotionId, adminId }),
	});
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
