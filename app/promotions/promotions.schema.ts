import { z } from "zod";
import { fieldError, idempotencyKey, line, visibleText, webAddress } from "~/forms/form-fields.schema";
import { money } from "~/forms/money.schema";
import { gatherTranslations, translationFields } from "~/forms/translations.schema";
import type { ErrorCode } from "~/i18n/messages";
import { pictureUpload, pictureUrl } from "~/pictures/pictures.schema";
import { hoursIn, MAX_LENGTH, PROMOTION_TEXTS } from "./promotions";

const typed = (code: ErrorCode, most: number) => z.string().trim().max(most, fieldError(code));

/** An optional text; empty is null. */
const text = (code: ErrorCode, most: number) =>
	typed(code, most)
		.transform((typed) => typed || null)
		.nullable()
		.default(null);

/** The form that adds a draft. A repeat finds the same draft, so it needs no idempotency key. */
export const addPromotionSchema = z.object({});

/** The form of a promotion; an empty optional field is null. `minDeposit` is euros, `pat` hours. */
export const promotionSchema = z
	.object({
		idempotencyKey,
		/** The revision of the promotion when the form was opened. */
		revision: z.number(fieldError("pageExpired")).int(fieldError("pageExpired")),
		title: visibleText(MAX_LENGTH.title, "itemNameInvalid"),
		description: text("promotionTextTooLong", MAX_LENGTH.description),
		minDeposit: money("minDepositInvalid", 0)
			.transform((cents) => cents / 100)
			.nullable()
			.default(null),
		cashback: text("shortTextTooLong", MAX_LENGTH.cashback),
		welcomeBonus: text("bonusTooLong", MAX_LENGTH.welcomeBonus),
		pat: z
			.string(fieldError("hoursInvalid"))
			.transform((typed, context) => {
				const hours = hoursIn(typed);
				if (hours !== undefined) return hours;
				context.addIssue({ code: z.ZodIssueCode.custom, message: "hoursInvalid" });
				return z.NEVER;
			})
			.nullable()
			.default(null),
		promocode: text("shortTextTooLong", MAX_LENGTH.promocode),
		claimUrl: webAddress("claimUrlInvalid"),
		image: pictureUrl,
		upload: pictureUpload,
		...translationFields({
			title: line(MAX_LENGTH.title, "itemNameInvalid").optional(),
			description: typed("promotionTextTooLong", MAX_LENGTH.description).optional(),
			cashback: typed("shortTextTooLong", MAX_LENGTH.cashback).optional(),
			welcomeBonus: typed("bonusTooLong", MAX_LENGTH.welcomeBonus).optional(),
		}),
	})
	.transform(gatherTranslations(...PROMOTION_TEXTS));

/** The form that deletes a promotion, with the revision that it displayed. */
export const deletePromotionSchema = z.object({
	revision: z.number(fieldError("pageExpired")).int(fieldError("pageExpired")),
});
