import { timingSafeEqual } from "node:crypto";
import { type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Claims } from "./viewer";

/** Signatures by the provider's own key pair; a shared secret or none proves nothing here. */
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/;
const CLOCK_TOLERANCE_SECONDS = 30;

/** What the provider sent cannot be believed. */
export class UntrustedAnswer extends Error {
	override name = "UntrustedAnswer";
}

export interface Expected {
	issuer: string;
	clientId: string;
	/** What the provider says it signs with. */
	algorithms: readonly string[] | undefined;
	keys: JWTVerifyGetKey;
	now: Date;
	/** Of the sign-in that asked for the token; a refreshed token has none. */
	nonce?: string;
	/** Who the token must be about, when that is known. */
	subject?: string;
}

/**
 * Checks an ID token as OpenID Connect Core 3.1.3.7 asks: signature, algorithm, issuer, audience,
 * authorized party, time and nonce.
 * @throws when any of them is wrong.
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
	// jose leaves the time of issue alone.
	if (iat > expected.now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) {
		throw new UntrustedAnswer("the ID token was issued in the future");
	}
	if (!sub) throw new UntrustedAnswer("the ID token names nobody");
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
