import { z } from "zod";
import { fieldError, whole } from "~/forms/form-fields.schema";
import { webAddressIn } from "~/lib/web-address";

/** The visitor's choice to show the posts for the rest of the visit, or to hide them. */
export const visitSchema = z.object({ intent: z.enum(["show", "hide"]) });

/** Moves a post from the displayed position. */
export const moveSchema = z.object({
	id: z.string(fieldError("invalidInput")),
	intent: z.enum(["up", "down"]),
	position: whole("invalidInput", 0, Number.MAX_SAFE_INTEGER),
});

const link = z
	.string()
	.trim()
	.refine((text) => text === "" || webAddressIn(text) !== undefined, fieldError("linkInvalid"))
	.default("");

/** The form of the four links; an empty link is not shown. */
export const linksSchema = z.object({
	/** The revision of the links when the form was opened. */
	revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
	twitch: link,
	instagram: link,
	discord: link,
	telegram: link,
});
