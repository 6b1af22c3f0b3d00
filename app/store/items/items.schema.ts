import { z } from "zod";
import { fieldError, idempotencyKey, visibleText } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { codesIn, MAX_CODE_LENGTH, MAX_CODES } from "./codes";
import { MAX, MAX_LENGTH } from "./items";

const counted = z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing"));

/** The form of an item. */
export const itemSchema = z
	.object({
		idempotencyKey,
		/** The revision of the edited item, as the form has shown it. */
		revision: counted.optional(),
		stockShown: counted.default(0),
		name: visibleText(MAX_LENGTH.name, "itemNameInvalid"),
		description: z.string().trim().max(MAX_LENGTH.description, fieldError("descriptionTooLong")).default(""),
		image: pictureAddress,
		/** Replaces the address. */
		upload: pictureUpload,
		price: whole("priceInvalid", 1, MAX.price),
		/** Not sent for an item with codes, whose stock is the number of free codes. */
		stock: whole("stockInvalid", 0, MAX.stock).optional(),
		viewerLimit: whole("limitInvalid", 1, MAX.viewerLimit).nullable().default(null),
		cooldownHours: whole("cooldownInvalid", 1, MAX.cooldownHours).nullable().default(null),
		question: z
			.string()
			.trim()
			.max(MAX_LENGTH.question, fieldError("questionTooLong"))
			.nullable()
			.default(null),
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
	});

export const disableSchema = z.object({});
