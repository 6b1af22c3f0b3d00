import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import type { ErrorCode } from "~/i18n/messages";
import { webAddressIn } from "~/lib/web-address";
import { MAX_PASTED_LENGTH, permalinkIn } from "./post-address";

/** Shows the posts for the rest of the visit, or hides them again. */
export const visitSchema = z.object({ intent: z.enum(["show", "hide"]) });

const link = z
	.string()
	.trim()
	.refine((text) => text === "" || webAddressIn(text) !== undefined, fieldError("linkInvalid"))
	.default("");

/** The four links; an empty one is not shown. */
export const linksSchema = z.object({
	/** The digest of the links that the form has shown. */
	shown: z.string(fieldError("requestIdMissing")),
	twitch: link,
	instagram: link,
	discord: link,
	telegram: link,
});

const permalink = z.string(fieldError("embedInvalid")).transform((text, context) => {
	const found = text.length <= MAX_PASTED_LENGTH ? permalinkIn(text) : undefined;
	if (found !== undefined) return found;
	context.addIssue({ code: z.ZodIssueCode.custom, message: "embedInvalid" satisfies ErrorCode });
	return z.NEVER;
});

/** A post is added or edited with what was pasted, moved from the place that was shown, or deleted. */
export const embedSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("save"),
		idempotencyKey,
		/** Of an edit: when what the form has shown was written. */
		updatedAt: z.string().optional(),
		embedCode: permalink,
	}),
	z.object({ intent: z.enum(["up", "down"]), position: whole("invalidInput", 0, Number.MAX_SAFE_INTEGER) }),
	z.object({
		intent: z.literal("delete"),
		/** When what was shown was written. */
		updatedAt: z.string(fieldError("requestIdMissing")),
	}),
]);
