import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { centsIn } from "~/i18n/money";
import { isVisible, singleLine } from "~/lib/single-line";
import { webAddressIn } from "~/lib/web-address";
import { wholeNumberIn } from "~/lib/whole-number";

/** zod options that give one error code to a field that is missing, of the wrong type or invalid. */
export const fieldError = (code: ErrorCode) => ({
	required_error: code,
	invalid_type_error: code,
	message: code,
});

/**
 * A form field with a single-line text, which may be empty: see {@link singleLine}.
 * @param most maximum length of the result in UTF-16 code units.
 */
export const line = (most: number, code: ErrorCode) =>
	oneLine(code).refine(({ length }) => length <= most, fieldError(code));

/**
 * A name or title: as {@link line}, with at least one visible character.
 * @param most maximum length of the result in UTF-16 code units.
 */
export const visibleText = (most: number, code: ErrorCode) =>
	oneLine(code).refine((text) => text.length <= most && isVisible(text), fieldError(code));

const oneLine = (code: ErrorCode) => z.string(fieldError(code)).transform(singleLine);

/**
 * A UUID that is generated when the form is rendered, parsed to lower case: see `withIdempotencyKey`. Anything else is
 * `pageExpired`.
 */
export const idempotencyKey = z
	.string(fieldError("pageExpired"))
	.uuid(fieldError("pageExpired"))
	.toLowerCase();

/** A form field with a URL that the site links to: see {@link webAddressIn}. Parsed to the trimmed text. */
export const webAddress = (code: ErrorCode) =>
	z
		.string(fieldError(code))
		.trim()
		.refine((text) => webAddressIn(text) !== undefined, fieldError(code));

/** A form field with a number that `read` finds in the text; `code` for any other text, or a number out of the range (inclusive). */
function numberField(
	read: (text: string) => number | undefined,
	code: ErrorCode,
	least: number,
	most: number,
) {
	return z.string(fieldError(code)).transform((text, context) => {
		const number = read(text);
		if (number !== undefined && number >= least && number <= most) return number;
		context.addIssue({ code: z.ZodIssueCode.custom, message: code });
		return z.NEVER;
	});
}

/** A form field with an integer from `least` to `most`, parsed by {@link wholeNumberIn}. */
export const whole = (code: ErrorCode, least: number, most: number) =>
	numberField(wholeNumberIn, code, least, most);

/** A form field with an amount in euros of at least `least` cents, parsed to cents by {@link centsIn}. */
export const money = (code: ErrorCode, least: number) =>
	numberField(centsIn, code, least, Number.POSITIVE_INFINITY);
