import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Authenticated encryption (AES-256-GCM) for secrets in the database.
 * @param purpose boxes of one secret with different purposes have different keys.
 */
export function createSecretBox(secret: string, purpose: string) {
	const key = Buffer.from(hkdfSync("sha256", secret, "", `plateia ${purpose}`, 32));

	return {
		/** Encrypts a JSON value. @param owner must be the same when opening, such as the session id. */
		seal(value: unknown, owner: string): string {
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
			const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
		},
		/** Decrypts a value. @throws if the text was modified, or sealed for another owner or with another secret. */
		open<Value>(sealed: string, owner: string): Value {
			const bytes = Buffer.from(sealed, "base64url");
			const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
				authTagLength: TAG_BYTES,
			})
				.setAAD(Buffer.from(owner))
				.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
			const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
			return JSON.parse(Buffer.concat([body, decipher.final()]).toString()) as Value;
		},
	};
}

export type SecretBox = ReturnType<typeof createSecretBox>;
