import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import type { ErrorCode } from "~/i18n/messages";
import { webAddressIn } from "~/lib/web-address";
import { MAX_PASTED_LENGTH, permalinkIn } from "./post-address";

/** The visitor's choice to show the posts for the rest of the visit, or to hide them. */
export const visitSchema = z.object({ intent: z.enum(["show", "hide"]) });

const revision = whole("pageExpired", 0, Number.MAX_SAFE_INTEGER);

const link = z
	.string()
	.trim()
	.refine((text) => text === "" || webAddressIn(text) !== undefined, fieldError("linkInvalid"))
	.default("");

/** The form of the four links; an empty link is not shown. */
export const linksSchema = z.object({
	/** The revision of the links when the form was opened. */
	revision,
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

/** The forms of a post: save, move from the displayed position, delete. */
export const embedSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("save"),
		idempotencyKey,
		/** The revision of the edited post when the form was opened; missing for a new post. */
		revision: revision.optional(),
		embedCode: permalink,
	}),
	z.object({ intent: z.enum(["up", "down"]), position: whole("invalidInput", 0, Number.MAX_SAFE_INTEGER) }),
	z.object({
		intent: z.literal("delete"),
		/** The revision of the post when the dialog was opened. */
		revision,
	}),
]);
