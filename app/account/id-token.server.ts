import { timingSafeEqual } from "node:crypto";
import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Claims } from "./viewer";

/** Signature algorithms with a key pair. `none` and the HMAC algorithms are not accepted. */
export const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/;
/** Maximum difference between the clocks of site and provider. */
export const CLOCK_TOLERANCE_SECONDS = 120;

/** The provider's answer failed a security check. */
export class UntrustedAnswer extends Error {
	override name = "UntrustedAnswer";
}

/** A token is not valid now because the clocks of site and provider differ too much. */
export class ClocksDiffer extends Error {
	override name = "ClocksDiffer";
	/** @param seconds how far the provider's clock is ahead of the site's; negative if it is behind. */
	constructor(readonly seconds: number) {
		super(`the provider's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the site's`);
	}
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
 * @throws {ClocksDiffer} if a token that is otherwise the provider's fails a check of times because of the clocks.
 * @throws {UntrustedAnswer} or an error of jose if another check fails.
 */
export async function verifyIdToken(idToken: string, expected: Expected): Promise<Claims> {
	const algorithms = (expected.algorithms ?? ["RS256"]).filter((name) => ASYMMETRIC.test(name));
	const { payload } = await jwtVerify(idToken, expected.keys, {
		issuer: expected.issuer,
		audience: expected.clientId,
		algorithms,
		currentDate: expected.now,
		clockTolerance: CLOCK_TOLERANCE_SECONDS,
		requiredClaims: ["sub", "iat", "exp"],
	}).catch((error: unknown) => {
		// jose checks the times last.
		if (isAboutTime(error)) checkClocks(error.payload.iat, expected.now);
		throw error;
	});
	const { nonce, azp, aud, iat = 0 } = payload;
	const sub = subjectIn(payload.sub);
	if (expected.subject !== undefined && sub !== expected.subject)
		throw new UntrustedAnswer("the ID token is about somebody else");
	if (expected.nonce !== undefined && !same(nonce, expected.nonce))
		throw new UntrustedAnswer("the ID token has another nonce");
	if (azp === undefined && Array.isArray(aud) && aud.length > 1)
		throw new UntrustedAnswer("the ID token has several audiences (aud) and no authorized party (azp)");
	if (azp !== undefined && azp !== expected.clientId)
		throw new UntrustedAnswer("the ID token was issued to another client");
	// jose does not check the time of issue. A token from the past is valid until it expires.
	if (iat > expected.now.getTime() / 1000) checkClocks(iat, expected.now);
	return { ...payload, sub };
}

/**
 * Checks a subject, which alone identifies a user: two subjects must never be stored as the same text. A number may have been
 * rounded, and an unpaired surrogate is replaced when it is stored.
 * @throws {UntrustedAnswer}
 */
function subjectIn(sub: unknown): string {
	if (sub === undefined || sub === "") throw new UntrustedAnswer("the ID token has no subject (sub)");
	if (typeof sub !== "string")
		throw new UntrustedAnswer(
			`the ID token's subject (sub) is a value of the type ${typeof sub}; OpenID Connect Core, section 2, demands a text`,
		);
	if (/[\p{Cc}\p{Cs}]/u.test(sub))
		throw new UntrustedAnswer(
			"the ID token's subject (sub) contains control characters or halves of characters",
		);
	return sub;
}

const isAboutTime = (error: unknown): error is errors.JWTExpired | errors.JWTClaimValidationFailed =>
	error instanceof errors.JWTExpired ||
	(error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf");

/**
 * @param iat the time of issue of a token that the provider has just issued.
 * @throws {ClocksDiffer}
 */
function checkClocks(iat = 0, now: Date): void {
	const seconds = Math.round(iat - now.getTime() / 1000);
	if (Math.abs(seconds) > CLOCK_TOLERANCE_SECONDS) throw new ClocksDiffer(seconds);
}

function same(given: unknown, wanted: string): boolean {
	if (typeof given !== "string") return false;
	const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
	return a.length === b.length && timingSafeEqual(a, b);
}
