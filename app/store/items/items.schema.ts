import { z } from "zod";
import { fieldError, idempotencyKey, line, visibleText } from "~/forms/form-fields.schema";
import { gatherTranslations, translationFields } from "~/forms/translations.schema";
import { whole } from "~/forms/whole-number.schema";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { codesIn, MAX_CODE_LENGTH, MAX_CODES } from "./codes";
import { ITEM_TEXTS, MAX, MAX_LENGTH } from "./items";

const description = z.string().trim().max(MAX_LENGTH.description, fieldError("descriptionTooLong"));
const question = z.string().trim().max(MAX_LENGTH.question, fieldError("questionTooLong"));
const counted = z.number(fieldError("pageExpired")).int(fieldError("pageExpired"));

/** The form of an item, new or edited. Error messages are error codes. */
export const itemSchema = z
	.object({
		idempotencyKey,
		/** The revision of the edited item when the form was opened; missing for a new item. */
		revision: counted.optional(),
		/** The stock of the edited item when the form was opened. */
		stockShown: counted.default(0),
		name: visibleText(MAX_LENGTH.name, "itemNameInvalid"),
		description: description.default(""),
		image: pictureAddress,
		/** Replaces the address. */
		upload: pictureUpload,
		price: whole("priceInvalid", 1, MAX.price),
		/** Not sent for an item with codes, whose stock is the number of free codes. */
		stock: whole("stockInvalid", 0, MAX.stock).optional(),
		viewerLimit: whole("limitInvalid", 1, MAX.viewerLimit).nullable().default(null),
		cooldownHours: whole("cooldownInvalid", 1, MAX.cooldownHours).nullable().default(null),
		question: question.nullable().default(null),
		...translationFields({
			name: line(MAX_LENGTH.name, "itemNameInvalid").optional(),
			description: description.optional(),
			question: question.optional(),
		}),
		hasCodes: z.boolean().default(false),
		withdrawCodes: z.boolean().default(false),
		codes: z
			.string()
			.default("")
			.transform(codesIn)
			.refine(
				(codes) => codes.length <= MAX_CODES && codes.every((code) => code.length <= MAX_CODE_LENGTH),
				fieldError("codesInvalid"),
			),
	})
	.refine(({ hasCodes, stock }) => hasCodes || stock !== undefined, {
		message: "stockInvalid",
		path: ["stock"],
	})
	.transform(gatherTranslations(...ITEM_TEXTS));

/** The form that disables an item, which the route names. */
export const disableSchema = z.object({});
