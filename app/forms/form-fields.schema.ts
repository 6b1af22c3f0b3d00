import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { webAddressIn } from "~/lib/web-address";

/** One message for a field, whether it is missing, of another type or out of its bounds. */
export const says = (code: ErrorCode) => ({
	required_error: code,
	invalid_type_error: code,
	message: code,
});

/**
 * What nobody sees: control and format characters, those that turn text round among them, but not the one
 * that joins emoji; and letters that look like nothing.
 */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, "");

/** One line, which may be empty. @param most letters. */
export const line = (most: number, code: ErrorCode) =>
	oneLine(code).refine(({ length }) => length <= most, says(code));

/** A name or a title: one line with something to see. @param most letters. */
export const shownText = (most: number, code: ErrorCode) =>
	oneLine(code).refine((text) => text.length <= most && SEEN.test(text), says(code));

const oneLine = (code: ErrorCode) =>
	z
		.string(says(code))
		.transform((text) => withoutUnseen(text.replace(/\s/g, " ")).replace(/ +/g, " ").trim());

/** Made when the form was rendered: see `withIdempotencyKey`. */
export const idempotencyKey = z.string(says("requestIdMissing")).uuid(says("requestIdMissing")).toLowerCase();

/** An address that the site leads to, as {@link webAddressIn} reads it. */
export const webAddress = (code: ErrorCode) =>
	z
		.string(says(code))
		.trim()
		.refine((text) => webAddressIn(text) !== undefined, says(code));
