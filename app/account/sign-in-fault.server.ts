import { errors } from "jose";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { UntrustedAnswer } from "./id-token.server";

/** Why a sign-in did not happen, in words that the page for it knows. */
export type SignInFault = "cancelled" | "expired" | "provider" | "refused";

export class SignInError extends Error {
	override name = "SignInError";
	constructor(
		readonly fault: SignInFault,
		cause: unknown,
	) {
		super(`sign-in failed: ${fault}`, { cause });
	}
}

/** A code that was used before or has ended is an invalid grant. */
const FAULT_OF_CODE: Record<string, SignInFault> = { access_denied: "cancelled", invalid_grant: "expired" };

/** remix-auth-oauth2 tells a missing or foreign state by built-in error classes. */
export function faultOf(error: unknown): SignInFault {
	if (error instanceof OAuth2RequestError) return FAULT_OF_CODE[error.code] ?? "provider";
	// A callback without a state would begin another sign-in: remix-auth throws its redirect.
	if (error instanceof ReferenceError || error instanceof RangeError || error instanceof Response)
		return "expired";
	if (error instanceof UntrustedAnswer) return "refused";
	if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return "refused";
	return "provider";
}
