import { timingSafeEqual } from "node:crypto";
import { type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Claims } from "./viewer";

/** Signature algorithms with a key pair. `none` and the HMAC algorithms are not accepted. */
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/;
const CLOCK_TOLERANCE_SECONDS = 30;

/** The provider's answer failed a security check. */
export class UntrustedAnswer extends Error {
	override name = "UntrustedAnswer";
}

export interface Expected {
	issuer: string;
	clientId: string;
	/** The signature algorithms in the provider's metadata; undefined for RS256 only. */
	algorithms: readonly string[] | undefined;
	keys: JWTVerifyGetKey;
	now: Date;
	/** The nonce of the sign-in; undefined for a refreshed token. */
	nonce?: string;
	/** The required `sub`; undefined at a sign-in. */
	subject?: string;
}

/**
 * Verifies an ID token (OpenID Connect Core 3.1.3.7): signature, algorithm, issuer, audience, authorized party, times
 * and nonce.
 * @returns its claims.
 * @throws {UntrustedAnswer} or an error of jose if a check fails.
 */
export async function verifyIdToken(idToken: string, expected: Expected): Promise<Claims> {
	const algorithms = (expected.algorithms ?? ["RS256"]).filter((name) => ASYMMETRIC.test(name));
	const { payload } = await jwtVerify(idToken, expected.keys, {
		issuer: expected.issuer,
		audience: expected.clientId,
		algorithms,
		subject: expected.subject,
		currentDate: expected.now,
		clockTolerance: CLOCK_TOLERANCE_SECONDS,
		requiredClaims: ["sub", "iat", "exp"],
	});
	const { sub, nonce, azp, aud, iat = 0 } = payload;
	// jose does not check the time of issue.
	if (iat > expected.now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) {
		throw new UntrustedAnswer("the ID token was issued in the future");
	}
	if (!sub) throw new UntrustedAnswer("the ID token has no subject");
	if (expected.nonce !== undefined && !same(nonce, expected.nonce))
		throw new UntrustedAnswer("the ID token has another nonce");
	if ((azp !== undefined || (Array.isArray(aud) && aud.length > 1)) && azp !== expected.clientId) {
		throw new UntrustedAnswer("the ID token was issued to another client");
	}
	return { ...payload, sub };
}

function same(given: unknown, wanted: string): boolean {
	if (typeof given !== "string") return false;
	const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
	return a.length === b.length && timingSafeEqual(a, b);
}
