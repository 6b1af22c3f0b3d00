import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import { isAmount, MAX_POINTS } from "../amounts";

/** An admin sets a user's points. */
export const adjustmentSchema = z.object({
	idempotencyKey,
	userId: z.string(fieldError("userGone")),
	shown: z.number(fieldError("invalidInput")),
	points: whole("pointsInvalid", 0, MAX_POINTS),
});

/** An admin confirms a merge with the numbers that the page displayed. */
export const mergeSchema = z.object({
	idempotencyKey,
	providerPoints: z.number(fieldError("invalidInput")).refine(isAmount, fieldError("invalidInput")),
	credit: z.number(fieldError("invalidInput")).refine(isAmount, fieldError("invalidInput")),
});

/** An admin undoes a merge. */
export const undoSchema = z.object({ mergeId: z.string(fieldError("mergeGone")) });

/** A CSV file or its text, to be previewed; or a preview's text with its digest, to be written. */
export const importSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("preview"),
		file: z.instanceof(File).optional(),
		text: z.string().optional(),
	}),
	z.object({
		intent: z.literal("import"),
		idempotencyKey,
		text: z.string(fieldError("importEmpty")),
		digest: z.string(fieldError("importChanged")),
	}),
]);
