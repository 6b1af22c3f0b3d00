import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { isImage, webAddressIn } from "~/lib/web-address";

/** A picture's address or file name; empty for none. */
export const pictureAddress = z
	.string()
	.trim()
	.refine((text) => text === "" || isImage(text), fieldError("imageInvalid"))
	.default("");

/** A picture's address; empty for none. */
export const pictureUrl = z
	.string()
	.trim()
	.refine((text) => text === "" || webAddressIn(text) !== undefined, fieldError("imageUrlInvalid"))
	.default("");

/** An uploaded picture, which replaces the address. Size and format are checked when it is stored. */
export const pictureUpload = z.instanceof(File).optional();
