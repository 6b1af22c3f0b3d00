import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { parseOutsideJson } from "~/http/outside-json.server";
import type { Message, SubscriptionState, Verdict } from "../inbox/platform-event";
import { parseFields } from "../platform-fields";
import { incomingOf, type TwitchMessage } from "./events";

const MAX_AGE_MS = 10 * 60 * 1000;
/** Maximum time after the first acceptance of a message in which a repeat is accepted: its timestamp may be in the future. */
export const TWITCH_REPEATED_MS = 2 * MAX_AGE_MS;

const text = z.string().min(1).max(1000);
const subscription = z.object({ id: text, type: text, version: text, status: text });

const headerOf = (headers: Headers, name: string) => headers.get(`twitch-eventsub-message-${name}`) ?? "";

/**
 * Verifies a webhook of EventSub: `sha256=` and the hex HMAC-SHA256 of id, timestamp and raw body, compared in constant
 * time. `stale`: more than 10 minutes old or in the future.
 * Source: dev.twitch.tv/docs/eventsub/handling-webhook-events.
 * @param secret the secret of the subscription.
 */
export function verifySignature(headers: Headers, body: Uint8Array, secret: string, now: Date): Verdict {
	const [id, timestamp] = [headerOf(headers, "id"), headerOf(headers, "timestamp")];
	const hmac = createHmac("sha256", secret).update(id).update(timestamp).update(body);
	const given = Buffer.from(headerOf(headers, "signature"));
	const wanted = Buffer.from(`sha256=${hmac.digest("hex")}`);
	if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return "forged";
	return Math.abs(now.getTime() - Date.parse(timestamp)) <= MAX_AGE_MS ? "valid" : "stale";
}

/** A revoked subscription; its status says why, for example `authorization_revoked`. @throws {MalformedMessage} */
export function revokedIn(payload: unknown): SubscriptionState {
	const { subscription: ended } = parseFields(z.object({ subscription }), payload, "revocation");
	return { type: ended.type, status: ended.status };
}

/** A notification, read from the payload of a message. @throws {MalformedMessage} */
export function notificationIn(payload: unknown, messageId: string, timestamp: string): TwitchMessage {
	const fields = parseFields(z.object({ subscription, event: z.unknown() }), payload, "notification");
	const { type, version } = fields.subscription;
	return { messageId, timestamp, type, version, event: fields.event };
}

/**
 * Reads a webhook whose signature is valid. The subscription's type is taken from the body, because only id and timestamp of the
 * headers are signed.
 * @param channelId the user id of the broadcaster.
 * @throws {MalformedMessage}, {NotJson}
 */
export function receivedIn(headers: Headers, body: Uint8Array, channelId: string): Message | undefined {
	const payload = parseOutsideJson(body);
	const kind = headerOf(headers, "type");
	if (kind === "revocation") return { ended: revokedIn(payload) };
	if (kind === "webhook_callback_verification") {
		const fields = parseFields(z.object({ challenge: text, subscription }), payload, "challenge");
		return { answer: fields.challenge, confirms: fields.subscription.type };
	}
	if (kind !== "notification") return parseFields(z.never(), kind, "message-type");
	const message = notificationIn(payload, headerOf(headers, "id"), headerOf(headers, "timestamp"));
	return incomingOf(message, channelId);
}
