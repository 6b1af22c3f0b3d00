import { createHmac } from "node:crypto";

const KEY_PREFIX = "whsec_";

/**
 * Returns the headers that identify and sign a message by the Standard Webhooks specification
 * (https://www.standardwebhooks.com), with a signature by each secret.
 * @param secrets a `whsec_` secret is decoded as base64, any other text is used as it is; none for no signature.
 */
export function signatureHeaders(
	secrets: readonly string[],
	{ id, body }: { id: string; body: string },
	at: Date,
): Record<string, string> {
	const timestamp = String(Math.floor(at.getTime() / 1000));
	const headers = { "webhook-id": id, "webhook-timestamp": timestamp };
	if (secrets.length === 0) return headers;
	const signatures = secrets.map((secret) => {
		const key = secret.startsWith(KEY_PREFIX)
			? Buffer.from(secret.slice(KEY_PREFIX.length), "base64")
			: secret;
		return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
	});
	return { ...headers, "webhook-signature": signatures.join(" ") };
}
