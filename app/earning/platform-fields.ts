import { z } from "zod";
import { faultIn } from "~/lib/valid-items";

/** A message or answer of a platform lacks a field, or the field is invalid. The message names it, without its value. */
export class MalformedMessage extends Error {
	override name = "MalformedMessage";
}

const MAX_NAME = 100;
/** Maximum length of a chat message of a platform. */
const MAX_TEXT = 500;
const MAX_COUNT = 1_000_000_000;
/** RFC 3339 with up to nanoseconds. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** A timestamp of RFC 3339, truncated to ms. */
export const instant = z
	.string()
	.regex(RFC_3339)
	.transform((text) => new Date(text.toUpperCase()))
	.refine((date) => !Number.isNaN(date.getTime()));

/** A count of things that a person did: a whole number above 0. */
export const count = z.number().int().positive().max(MAX_COUNT);

export const countFromZero = z.number().int().nonnegative().max(MAX_COUNT);

/** A number of viewers, which is only shown. */
export const viewerCount = countFromZero.catch(0);

/** A user id of Twitch. */
export const personId = z.string().regex(/^\d{1,20}$/);

/** The text of a chat message, which may be missing: the message counts all the same. */
export const chatText = z
	.string()
	.transform((text) => text.slice(0, MAX_TEXT))
	.catch("");

/** A login name. */
export const personName = z.string().min(1).max(MAX_NAME);

/**
 * Validates a value.
 * @param what names the value in the error.
 * @throws {MalformedMessage} with the path of the first invalid field and what is wrong with it.
 */
export function parseFields<Value>(
	schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
	value: unknown,
	what: string,
): Value {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw new MalformedMessage(faultIn(result.error, what));
}
