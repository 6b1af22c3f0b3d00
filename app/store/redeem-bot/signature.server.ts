import { createHmac } from "node:crypto";

const KEY_PREFIX = "whsec_";

/**
 * The headers by which a bot knows a message and who sent it, as the Standard Webhooks specification has
 * them (https://www.standardwebhooks.com): the id stays the same however often a message is sent.
 * @param secret a `whsec_` secret stands for the bytes of its base64, any other text for its own.
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
