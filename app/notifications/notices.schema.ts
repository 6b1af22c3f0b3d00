import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";

const noticeId = z.coerce.number().int().positive().safe();
const deviceId = z.string().regex(/^[0-9a-f]{64}$/);

/** 65 bytes, of which the first is 4, and 16 bytes, in base64url. */
const PUBLIC_KEY = /^B[\w-]{86}=?$/;
const SECRET = /^[\w-]{22}(==)?$/;

/** A push subscription as the browser returns it, and what it is for. */
const subscription = z.object({
	intent: z.literal("subscribe"),
	endpoint: z.string(fieldError("pushInvalid")).max(MAX_ADDRESS_LENGTH, fieldError("pushInvalid")),
	p256dh: z.string(fieldError("pushInvalid")).regex(PUBLIC_KEY, fieldError("pushInvalid")),
	auth: z.string(fieldError("pushInvalid")).regex(SECRET, fieldError("pushInvalid")),
	orders: z.boolean().default(false),
	hunts: z.boolean().default(false),
	streams: z.boolean().default(false),
});

export type SubscribeInput = Omit<z.output<typeof subscription>, "intent">;

/**
 * The forms of the notifications page: marks one notice as read, or all up to the newest that the page showed; starts or
 * ends the push messages of a browser.
 */
export const noticesSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("read"), id: noticeId }),
	z.object({ intent: z.literal("readAll"), upTo: noticeId }),
	subscription,
	z.object({ intent: z.literal("unsubscribe"), device: deviceId }),
]);
