import { errors } from "jose";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { ClocksDiffer, UntrustedAnswer } from "./id-token.server";

/**
 * Why a sign-in failed; the sign-in page has a message for each. `cancelled`: by the user at the provider; `expired`:
 * the sign-in is too old or was started in another browser; `provider`: no usable answer; `clock`: the clocks of site and
 * provider differ; `refused`: the answer failed another security check.
 */
export type SignInFault = "cancelled" | "expired" | "provider" | "clock" | "refused";

export class SignInError extends Error {
	override name = "SignInError";
	constructor(
		readonly fault: SignInFault,
		cause: unknown,
	) {
		super(`sign-in failed: ${fault}`, { cause });
	}
}

/** By OAuth error code. A used or expired authorization code is an `invalid_grant`. */
const FAULT_OF_CODE: Record<string, SignInFault> = { access_denied: "cancelled", invalid_grant: "expired" };

/**
 * Classifies an error of a sign-in. remix-auth-oauth2 reports a missing or foreign state with built-in error classes.
 */
export function faultOf(error: unknown): SignInFault {
	if (error instanceof OAuth2RequestError) return FAULT_OF_CODE[error.code] ?? "provider";
	// For a callback without a state, remix-auth starts another sign-in and throws its redirect Response.
	if (error instanceof ReferenceError || error instanceof RangeError || error instanceof Response)
		return "expired";
	if (error instanceof ClocksDiffer) return "clock";
	if (error instanceof UntrustedAnswer) return "refused";
	if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return "refused";
	return "provider";
}
