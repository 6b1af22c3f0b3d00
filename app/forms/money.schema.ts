import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { centsIn } from "~/i18n/money";
import { fieldError } from "./form-fields.schema";

/**
 * A form field with an amount in euros, parsed to cents by {@link centsIn}; `code` for any other text.
 * @param least minimum in cents.
 */
export function money(code: ErrorCode, least: number) {
	return z.string(fieldError(code)).transform((text, context) => {
		const cents = centsIn(text);
		if (cents !== undefined && cents >= least) return cents;
		context.addIssue({ code: z.ZodIssueCode.custom, message: code });
		return z.NEVER;
	});
}
