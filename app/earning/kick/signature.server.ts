import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { parseOutsideJson } from "~/http/outside-json.server";
import type { Verdict } from "../inbox/platform-event";
import type { KickMessage } from "./events";

interface Options {
	/** Fetches the key of {@link https://api.kick.com/public/v1/public-key}, in PEM. */
	readKey(): Promise<string>;
	now: () => Date;
}

/**
 * Kick may deliver hours late, so its messages are accepted for days. A replay does no harm, because the inbox counts each
 * id once.
 */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_AHEAD_MS = 10 * 60 * 1000;
/** Maximum time after the first acceptance of a message in which a repeat is accepted. */
export const KICK_REPEATED_MS = MAX_AGE_MS + MAX_AHEAD_MS;
/** Minimum time between two fetches for signatures that do not match. */
const MIN_KEY_MS = 10 * 60 * 1000;
/** Minimum time between two attempts to fetch the first key, because anybody can send messages. */
const FAILED_KEY_MS = 10_000;
const HEADER = "kick-event-";

/**
 * Creates the verifier of Kick's webhooks: RSA PKCS#1 v1.5 with SHA-256 over `id.timestamp.body`. It keeps the key, and fetches it
 * again when a signature does not match and the key was asked for more than 10 minutes ago.
 * Source: docs.kick.com/events/webhook-security.
 */
export function createKickVerifier({ readKey, now }: Options) {
	let kept: KeyObject | undefined;
	let reading: Promise<KeyObject> | undefined;
	/** When the key was last asked for, successfully or not. */
	let askedAt = Number.NEGATIVE_INFINITY;
	const sinceAsked = () => now().getTime() - askedAt;

	async function readRsaKey(): Promise<KeyObject> {
		const key = createPublicKey(await readKey());
		if (key.asymmetricKeyType !== "rsa") throw new Error("the key of Kick is not an RSA key");
		kept = key;
		return key;
	}

	function fetchKey(): Promise<KeyObject> {
		askedAt = now().getTime();
		reading ??= readRsaKey().finally(() => {
			reading = undefined;
		});
		return reading;
	}

	async function isSigned(signed: Buffer, signature: Buffer): Promise<boolean> {
		if (!kept && !reading && sinceAsked() < FAILED_KEY_MS) throw new Error("no key of Kick");
		const key = kept ?? (await (reading ?? fetchKey()));
		if (verify("sha256", signed, key, signature)) return true;
		if (sinceAsked() <= MIN_KEY_MS) return false;
		const renewed = await fetchKey().catch(() => key);
		return verify("sha256", signed, renewed, signature);
	}

	return {
		/**
		 * Verifies a webhook; it is stale if it is older than 7 days or more than 10 minutes in the future. Type and version are not
		 * signed.
		 * @throws the error of `readKey`, or of an invalid key, while there is no key; the webhook answers with 500, and Kick
		 * tries again.
		 */
		async verify(headers: Headers, body: Uint8Array): Promise<Verdict> {
			const [id, timestamp, signature] = ["message-id", "message-timestamp", "signature"].map((name) =>
				headers.get(HEADER + name),
			);
			if (!id || !timestamp || !signature) return "forged";
			const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
			const decoded = Buffer.from(signature, "base64");
			// Node also decodes base64 that is not canonical.
			if (decoded.toString("base64") !== signature || !(await isSigned(signed, decoded))) return "forged";
			const age = now().getTime() - Date.parse(timestamp);
			return age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS ? "valid" : "stale";
		},
	};
}

/** Reads a webhook whose signature is valid. @throws {NotJson} */
export function readDelivery(headers: Headers, body: Uint8Array): KickMessage {
	const headerOf = (name: string) => headers.get(HEADER + name) ?? "";
	return {
		messageId: headerOf("message-id"),
		timestamp: headerOf("message-timestamp"),
		type: headerOf("type"),
		version: headerOf("version"),
		event: parseOutsideJson(body),
	};
}
