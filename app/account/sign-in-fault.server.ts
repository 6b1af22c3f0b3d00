import * as oauth from "oauth4webapi";
import { OAuth2RequestError } from "remix-auth-oauth2";

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

/** By OAuth error code. A used or expired authorization code is an `invalid_grant`. */
const FAULT_OF_CODE: Record<string, SignInFault> = { access_denied: "cancelled", invalid_grant: "expired" };

/** The library's codes for an answer that cannot be read, such as that of a failing server. */
const UNREADABLE = [oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR];

/**
 * Classifies an error of a sign-in. remix-auth-oauth2 reports a missing or foreign state with built-in error classes.
 */
export function faultOf(error: unknown): SignInFault {
	if (error instanceof OAuth2RequestError) return FAULT_OF_CODE[error.code] ?? "provider";
	// For a callback without a state, remix-auth starts another sign-in and throws its redirect Response.
	if (error instanceof ReferenceError || error instanceof RangeError || error instanceof Response)
		return "expired";
	if (error instanceof ClocksDiffer) return "clock";
	if (error instanceof UntrustedAnswer || error instanceof oauth.UnsupportedOperationError) return "refused";
	if (error instanceof oauth.OperationProcessingError)
		return UNREADABLE.includes(error.code ?? "") ? "provider" : "refused";
	return "provider";
}

/** Whether an answer may be valid with newer metadata and keys: its algorithm or key is unknown. */
export const isUnknownKey = (error: unknown): boolean =>
	error instanceof oauth.OperationProcessingError &&
	// Without key ids, another key of the same kind is tried.
	(error.code === oauth.KEY_SELECTION || /signature verification failed|"alg"/.test(error.message));
