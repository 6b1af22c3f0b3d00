import { transact } from "db/transact";
import { z } from "zod";
import { fieldError, money } from "~/forms/form-fields.schema";
import { DECIMAL_SIGNS } from "~/i18n/format";
import { typedEuros } from "~/i18n/money";
import type { Site } from "~/lib/site";
import type { PictureConfig } from "~/pictures/picture-store.server";
import { address, type Field, optional, picture, text, title } from "~/records/fields.server";
import { defineRecord, type RecordOf } from "~/records/record.server";
import { findRecords, insertRecord } from "~/records/records.queries.server";
import { storeDefaultPicture } from "./default-picture.server";
import { hoursIn } from "./promotions";

/** The claim URL of a new promotion until an admin edits it. */
const PLACEHOLDER_CLAIM_URL = "https://example.com/";

const short = { max: 60, error: "shortTextTooLong", nullable: true } as const;

/** Euros. */
const minDeposit: Field = optional({
	schema: money("minDepositInvalid", 0).transform((cents) => cents / 100),
	input: { inputMode: "decimal" },
	width: "third",
	shown: ({ minDeposit: euros }, language) =>
		euros === null ? "" : typedEuros(Math.round(Number(euros) * 100), language),
});

/** Processing time in hours. */
const pat: Field = optional({
	schema: z.string(fieldError("hoursInvalid")).transform((typed, context) => {
		const hours = hoursIn(typed);
		if (hours !== undefined) return hours;
		context.addIssue({ code: z.ZodIssueCode.custom, message: "hoursInvalid" });
		return z.NEVER;
	}),
	input: { inputMode: "decimal" },
	width: "third",
	shown: ({ pat: hours }, language) =>
		hours === null ? "" : String(hours).replace(".", DECIMAL_SIGNS[language]),
});

/** Offers of casinos. */
export const promotions = defineRecord<"promotions">({
	...{ table: "promotions", texts: "promotions", list: "/promotions", path: "/promotions" },
	...{ removal: "delete", removedFrom: "card", order: ["-is_draft", "-created_at", "-id"] },
	nameOf: ({ title }) => title,
	fields: {
		title: title({ max: 100, error: "itemNameInvalid", translated: true }),
		welcomeBonus: text({
			...{ max: 100, error: "bonusTooLong", nullable: true, translated: true },
			...{ width: "half" },
		}),
		promocode: text({ ...short, width: "half" }),
		description: text({
			...{ max: 2000, error: "promotionTextTooLong", nullable: true, translated: true },
			...{ rows: 5 },
		}),
		minDeposit,
		cashback: text({ ...short, translated: true, width: "third" }),
		pat,
		claimUrl: address("claimUrlInvalid"),
		imageUrl: picture({ type: "url" }),
	},
});

/** `minDeposit` is euros, `pat` the processing time in hours. Only admins see a draft, which has never been saved. */
export type Promotion = RecordOf<"promotions">;

/** The published promotions, the newest first; with `withDraft` after the draft, if there is one. */
export const findPromotions = ({ db }: Pick<Site, "db">, { withDraft }: { withDraft: boolean }) =>
	findRecords(db, promotions, withDraft ? {} : { is_draft: 0 });

/**
 * Adds the draft with the default values, or finds the one that exists. Visitors see it after its first save, which is
 * also when the change log names it.
 * @param title in the admin's language.
 */
export async function addPromotion(
	{ db, now, log, config }: Pick<Site, "db" | "now" | "log"> & { config: PictureConfig },
	adminId: string,
	title: string,
): Promise<{ id: string }> {
	const image_url = await storeDefaultPicture(config);
	const at = now().toISOString();
	const { id, isNew } = await transact(db, async (trx) => {
		const [draft] = await findRecords(trx, promotions, { is_draft: 1 });
		if (draft) return { id: draft.id, isNew: false };
		const id = crypto.randomUUID();
		const row = { id, title, claim_url: PLACEHOLDER_CLAIM_URL, image_url, revision: 1, is_draft: 1 };
		await insertRecord(trx, "promotions", { ...row, created_at: at, updated_at: at });
		return { id, isNew: true };
	});
	if (isNew) log.info({ event: "promotion-drafted", promotionId: id, adminId });
	return { id };
}
