import { createHmac } from "node:crypto";

const KEY_PREFIX = "whsec_";

/**
 * Returns the headers that identify and sign a message by the Standard Webhooks specification
 * (https://www.standardwebhooks.com).
 * @param secret a `whsec_` secret is decoded as base64, any other text is used as it is; undefined for no signature.
 */
export function signatureHeaders(
	secret: string | undefined,
	{ id, body }: { id: string; body: string },
	at: Date,
): Record<string, string> {
	const timestamp = String(Math.floor(at.getTime() / 1000));
	const headers = { "webhook-id": id, "webhook-timestamp": timestamp };
	if (secret === undefined) return headers;
	const key = secret.startsWith(KEY_PREFIX) ? Buffer.from(secret.slice(KEY_PREFIX.length), "base64") : secret;
	const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
	return { ...headers, "webhook-signature": `v1,${signature}` };
}
