import { z } from "zod";
import { fieldError, idempotencyKey, visibleText } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { codesIn, MAX_CODE_LENGTH, MAX_CODES } from "./codes";
import { LONGEST, MOST } from "./items";

const counted = z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing"));

/** An item as an admin types it. */
export const itemSchema = z
	.object({
		idempotencyKey,
		/** Of the item that is edited, as the form has shown it. */
		revision: counted.optional(),
		stockShown: counted.default(0),
		name: visibleText(LONGEST.name, "itemNameInvalid"),
		description: z.string().trim().max(LONGEST.description, fieldError("descriptionTooLong")).default(""),
		image: pictureAddress,
		/** Takes the place of the address. */
		upload: pictureUpload,
		price: whole("priceInvalid", 1, MOST.price),
		/** Left out for an item with codes, whose stock is their number. */
		stock: whole("stockInvalid", 0, MOST.stock).optional(),
		viewerLimit: whole("limitInvalid", 1, MOST.viewerLimit).nullable().default(null),
		cooldownHours: whole("cooldownInvalid", 1, MOST.cooldownHours).nullable().default(null),
		question: z.string().trim().max(LONGEST.question, fieldError("questionTooLong")).nullable().default(null),
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
