import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { isImage } from "~/lib/web-address";

/** A picture's address or file name; empty for none. */
export const pictureAddress = z
	.string()
	.trim()
	.refine((text) => text === "" || isImage(text), fieldError("imageInvalid"))
	.default("");

/** An uploaded picture, which replaces the address. Size and format are checked when it is stored. */
export const pictureUpload = z.instanceof(File).optional();
