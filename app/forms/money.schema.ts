import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { centsIn } from "~/i18n/money";
import { says } from "./form-fields.schema";

/** A form's field with an amount of euros, in cents from `least` on, as {@link centsIn} reads it. */
export function money(code: ErrorCode, least: number) {
	return z.string(says(code)).transform((text, context) => {
		const cents = centsIn(text);
		if (cents !== undefined && cents >= least) return cents;
		context.addIssue({ code: z.ZodIssueCode.custom, message: code });
		return z.NEVER;
	});
}
