import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { isImage } from "./pictures";

/** A picture's address or file name; empty for none. */
export const pictureAddress = z
	.string()
	.trim()
	.refine((text) => text === "" || isImage(text), fieldError("imageInvalid"))
	.default("");

/** An uploaded picture, which replaces the address. */
export const pictureUpload = z.instanceof(File).optional();
