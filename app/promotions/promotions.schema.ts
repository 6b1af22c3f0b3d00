import { z } from "zod";
import { fieldError, idempotencyKey, visibleText, webAddress } from "~/forms/form-fields.schema";
import { money } from "~/forms/money.schema";
import type { ErrorCode } from "~/i18n/messages";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { hoursIn, MAX_LENGTH } from "./promotions";

/** An optional text; empty is null. */
const text = (code: ErrorCode, most: number) =>
	z
		.string()
		.trim()
		.max(most, fieldError(code))
		.transform((typed) => typed || null)
		.nullable()
		.default(null);

/** The form that adds a promotion. */
export const addPromotionSchema = z.object({ idempotencyKey });

/** The form of a promotion. */
export const promotionSchema = z.object({
	idempotencyKey,
	/** As the form has shown it. */
	revision: z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing")),
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
	image: pictureAddress,
	upload: pictureUpload,
});

/** The promotion as it was shown. */
export const deletePromotionSchema = z.object({
	revision: z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing")),
});
