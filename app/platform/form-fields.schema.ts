import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { webAddressIn } from "./web-address";

/** One message for a field, whether it is missing, of another type or out of its bounds. */
export const says = (code: ErrorCode) => ({
	required_error: code,
	invalid_type_error: code,
	message: code,
});

/** Made when the form was rendered: see `actOnce`. */
export const requestId = z.string(says("requestIdMissing")).uuid(says("requestIdMissing")).toLowerCase();

/** An address that the site leads to, as {@link webAddressIn} reads it. */
export const webAddress = (code: ErrorCode) =>
	z
		.string(says(code))
		.trim()
		.refine((text) => webAddressIn(text) !== undefined, says(code));
