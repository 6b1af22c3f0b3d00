import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { webAddressIn } from "~/lib/web-address";

/** zod options that give one error code to a field that is missing, of the wrong type or invalid. */
export const fieldError = (code: ErrorCode) => ({
	required_error: code,
	invalid_type_error: code,
	message: code,
});

/**
 * Invisible characters: control and format characters, including bidirectional overrides but not the zero-width joiner
 * of emoji sequences; and letters with an empty glyph.
 */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Removes control characters, including tabs and line breaks, and characters without a glyph. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "");

/**
 * A form field with a single-line text, which may be empty: trimmed, without invisible characters, each run of
 * whitespace replaced by one space.
 * @param most maximum length of the result in UTF-16 code units.
 */
export const line = (most: number, code: ErrorCode) =>
	oneLine(code).refine(({ length }) => length <= most, fieldError(code));

/**
 * A name or title: as {@link line}, with at least one visible character.
 * @param most maximum length of the result in UTF-16 code units.
 */
export const visibleText = (most: number, code: ErrorCode) =>
	oneLine(code).refine((text) => text.length <= most && VISIBLE.test(text), fieldError(code));

const oneLine = (code: ErrorCode) =>
	z
		.string(fieldError(code))
		.transform((text) => withoutInvisible(text.replace(/\s/g, " ")).replace(/ +/g, " ").trim());

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
