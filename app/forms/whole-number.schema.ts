import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { wholeNumberIn } from "~/lib/whole-number";
import { says } from "./form-fields.schema";

/** A form's field with a whole number from `least` to `most`, as {@link wholeNumberIn} reads it. */
export function whole(code: ErrorCode, least: number, most: number) {
	return z.string(says(code)).transform((text, context) => {
		const number = wholeNumberIn(text);
		if (number !== undefined && number >= least && number <= most) return number;
		context.addIssue({ code: z.ZodIssueCode.custom, message: code });
		return z.NEVER;
	});
}
