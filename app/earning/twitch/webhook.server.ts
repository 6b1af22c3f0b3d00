import { z } from "zod";
import { parseOutsideJson } from "~/http/outside-json.server";
import { parseFields } from "../platform-fields";
import type { TwitchMessage } from "./events";
import type { SignedHeaders } from "./signature.server";

/** A message that Twitch sends to the webhook. */
export type Delivery =
	/** The answer must be the challenge as plain text. */
	| { kind: "challenge"; challenge: string; type: string }
	| { kind: "notification"; message: TwitchMessage }
	/** Twitch has ended the subscription; `status` says why, for example `authorization_revoked`. */
	| Revocation;

export interface Revocation {
	kind: "revocation";
	type: string;
	status: string;
}

const HEADER = "twitch-eventsub-";
const text = z.string().min(1).max(1000);
const subscription = z.object({ id: text, type: text, version: text, status: text });

const headerOf = (headers: Headers, name: string) => headers.get(HEADER + name) ?? "";

/** The signed headers of a webhook; undefined if one is missing. */
export function signedHeadersOf(headers: Headers): SignedHeaders | undefined {
	const id = headerOf(headers, "message-id");
	const timestamp = headerOf(headers, "message-timestamp");
	const signature = headerOf(headers, "message-signature");
	return id && timestamp && signature ? { id, timestamp, signature } : undefined;
}

/** A revoked subscription, read from the payload of a message. @throws {MalformedMessage} */
export function revocationIn(payload: unknown): Revocation {
	const { subscription: ended } = parseFields(z.object({ subscription }), payload, "revocation");
	return { kind: "revocation", type: ended.type, status: ended.status };
}

/**
 * Reads a webhook whose signature is valid. The subscription's type is taken from the body, because headers other than
 * {@link SignedHeaders} are not signed.
 * @throws {MalformedMessage}, {NotJson}
 */
export function readDelivery(headers: Headers, body: Uint8Array): Delivery {
	const payload = parseOutsideJson(body);
	const kind = headerOf(headers, "message-type");
	if (kind === "revocation") return revocationIn(payload);
	if (kind === "webhook_callback_verification") {
		const fields = parseFields(z.object({ challenge: text, subscription }), payload, "challenge");
		return { kind: "challenge", challenge: fields.challenge, type: fields.subscription.type };
	}
	if (kind === "notification") {
		const messageId = headerOf(headers, "message-id");
		return { kind, message: notificationIn(payload, messageId, headerOf(headers, "message-timestamp")) };
	}
	return parseFields(z.never(), kind, "message-type");
}

/** A notification, read from the payload of a message. @throws {MalformedMessage} */
export function notificationIn(payload: unknown, messageId: string, timestamp: string): TwitchMessage {
	const fields = parseFields(z.object({ subscription, event: z.unknown() }), payload, "notification");
	const { type, version } = fields.subscription;
	return { messageId, timestamp, type, version, event: fields.event };
}
