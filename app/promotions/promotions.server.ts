import type { Db } from "db/database";
import { transact } from "db/transact";
import type { z } from "zod";
import type { Fields as Logged } from "~/change-log/admin-changes.server";
import {
	type EditedRecord,
	editRecord,
	refuseStaleEdit,
	removeRecord,
} from "~/change-log/edit-record.server";
import { loggedTranslations } from "~/i18n/translations";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { imageAt } from "~/pictures/pictures";
import { pictureOf } from "~/pictures/upload.server";
import { storeDefaultPicture } from "./default-picture.server";
import { PLACEHOLDER_CLAIM_URL, type Promotion } from "./promotions";
import {
	deletePromotionById,
	findDraftId,
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
type WithOrigin = Tools & { config: Pick<Config, "IMAGE_FOLDER" | "APP_ORIGIN"> };

type Fields = Omit<Promotion, "id" | "revision" | "isDraft">;

/**
 * Adds the draft with the default values, or finds the one that exists. Visitors see it after its first save, which is
 * also when the change log names it.
 * @param title in the admin's language.
 */
export async function addPromotion(
	tools: WithFolder,
	adminId: string,
	title: string,
): Promise<{ id: string }> {
	const image = await storeDefaultPicture(tools.config);
	const at = tools.now().toISOString();
	const { id, isNew } = await transact(tools.db, async (trx) => {
		const draftId = await findDraftId(trx);
		if (draftId !== undefined) return { id: draftId, isNew: false };
		const id = crypto.randomUUID();
		await insertPromotion(trx, {
			id,
			title,
			claim_url: PLACEHOLDER_CLAIM_URL,
			image_url: image,
			revision: 1,
			is_draft: 1,
			created_at: at,
			updated_at: at,
		});
		return { id, isNew: true };
	});
	if (isNew) tools.log.info({ event: "promotion-drafted", promotionId: id, adminId });
	return { id };
}

/**
 * Saves the form of a promotion and writes the change log. The first save publishes the draft. An uploaded picture is
 * stored first and replaces the address. Of an address in the site's image folder the file name is stored. A repeat with the same idempotency key does nothing.
 * @throws {DomainError} `promotionGone`, `editConflict` when another admin has saved it since, `idempotencyKeyReused`,
 * and as `pictureOf`.
 */
export async function savePromotionForm(
	tools: WithOrigin,
	adminId: string,
	id: string,
	{ idempotencyKey, revision, upload, ...typed }: z.output<typeof promotionSchema>,
): Promise<void> {
	const { db, log, config } = tools;
	const edited = { id, revision };
	const record = editedPromotion(edited);
	if (upload) await refuseStaleEdit(db, record, { userId: adminId, idempotencyKey });
	const image = imageAt(typed.image, config.APP_ORIGIN);
	const fields: Fields = { ...typed, image: await pictureOf(config, { upload, image }) };
	await editRecord(tools, adminId, {
		...record,
		once: { idempotencyKey, action: "promotions.save", input: { fields, edited } },
		write: async (trx, before, at) => {
			const now = at.toISOString();
			const row = { ...rowOf(fields), revision: before.revision + 1, updated_at: now };
			await updatePromotion(trx, id, before.isDraft ? { ...row, is_draft: 0, created_at: now } : row);
			const named = { subject: id, subjectName: fields.title, after: loggedOf(fields) };
			if (before.isDraft) return { ...named, action: "promotion.add" };
			return { ...named, action: "promotion.edit", before: loggedOf(before) };
		},
		published: (_id, action) =>
			action === "promotion.add"
				? log.info({ event: "promotion-added", promotionId: id, adminId })
				: log.info({ event: "promotion-saved", promotionId: id, adminId }),
	});
}

const editedPromotion = ({ id, revision }: Pick<Promotion, "id" | "revision">): EditedRecord<Promotion> => ({
	load: (db) => findPromotion(db, id),
	revision,
	missing: "promotionGone",
});

/**
 * Deletes a promotion and writes the change log, which does not mention drafts. Does nothing when it is already gone.
 * @throws {DomainError} `editConflict` when it was edited since the given revision.
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
			if (before.isDraft) return undefined;
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

const rowOf = ({ minDeposit, welcomeBonus, claimUrl, image, translations, ...fields }: Fields) => ({
	...fields,
	min_deposit: minDeposit,
	welcome_bonus: welcomeBonus,
	claim_url: claimUrl,
	image_url: image,
	translations: JSON.stringify(translations),
});

const loggedOf = (promotion: Fields & Partial<Promotion>): Logged => {
	const { id: _id, revision: _revision, isDraft: _isDraft, translations, ...fields } = promotion;
	return { ...fields, ...loggedTranslations(translations) };
};
