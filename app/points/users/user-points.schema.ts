import { z } from "zod";
import { idempotencyKey, says } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import { isAmount, MAX_POINTS } from "../amounts";

/** An admin sets a user's points. */
export const adjustmentSchema = z.object({
	idempotencyKey,
	userId: z.string(says("userGone")),
	shown: z.number(says("invalidInput")),
	points: whole("pointsInvalid", 0, MAX_POINTS),
});

/** An admin confirms a merge with the numbers that were shown, or takes one back. */
export const mergeSchema = z.object({
	idempotencyKey,
	held: z.number(says("invalidInput")).refine(isAmount, says("invalidInput")),
	credit: z.number(says("invalidInput")).refine(isAmount, says("invalidInput")),
});

export const undoSchema = z.object({ mergeId: z.string(says("mergeGone")) });

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
		text: z.string(says("importEmpty")),
		digest: z.string(says("importChanged")),
	}),
]);
