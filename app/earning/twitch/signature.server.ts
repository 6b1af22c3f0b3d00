import { createHmac, timingSafeEqual } from "node:crypto";

/** The headers of a webhook that are signed. */
export interface SignedHeaders {
	id: string;
	timestamp: string;
	signature: string;
}

/** `stale`: signed by Twitch, but more than 10 minutes old or in the future. */
export type Verdict = "valid" | "stale" | "forged";

const MAX_AGE_MS = 10 * 60 * 1000;
/** Maximum time after the first acceptance of a message in which a repeat is accepted: its timestamp may be in the future. */
export const TWITCH_REPEATED_MS = 2 * MAX_AGE_MS;
const PREFIX = "sha256=";

/**
 * Verifies a webhook of EventSub: `sha256=` and the hex HMAC-SHA256 of id, timestamp and raw body, compared in constant
 * time. Source: dev.twitch.tv/docs/eventsub/handling-webhook-events.
 * @param secret the secret of the subscription.
 */
export function verifySignature(
	headers: SignedHeaders,
	body: Uint8Array,
	secret: string,
	now: Date,
): Verdict {
	const { id, timestamp, signature } = headers;
	const expected =
		PREFIX + createHmac("sha256", secret).update(id).update(timestamp).update(body).digest("hex");
	const [given, wanted] = [Buffer.from(signature), Buffer.from(expected)];
	if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return "forged";
	return Math.abs(now.getTime() - Date.parse(timestamp)) <= MAX_AGE_MS ? "valid" : "stale";
}
