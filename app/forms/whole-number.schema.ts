import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { wholeNumberIn } from "~/lib/whole-number";
import { fieldError } from "./form-fields.schema";

/**
 * A form field with an integer from `least` to `most` (inclusive), parsed by {@link wholeNumberIn}; `code` for any
 * other text.
 */
export function whole(code: ErrorCode, least: number, most: number) {
	return z.string(fieldError(code)).transform((text, context) => {
		const number = wholeNumberIn(text);
		if (number !== undefined && number >= least && number <= most) return number;
		context.addIssue({ code: z.ZodIssueCode.custom, message: code });
		return z.NEVER;
	});
}
