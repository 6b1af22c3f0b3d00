import { z } from "zod";
import { fieldError, idempotencyKey, visibleText } from "~/forms/form-fields.schema";
import { webAddressIn } from "~/lib/web-address";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { MAX_LENGTH } from "./slots";

/** The form of a slot. */
export const slotSchema = z.object({
	idempotencyKey,
	/** The revision of the edited slot, as the form has shown it. */
	revision: z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing")).optional(),
	name: visibleText(MAX_LENGTH.name, "itemNameInvalid"),
	provider: z.string().trim().max(MAX_LENGTH.provider, fieldError("shortTextTooLong")).default(""),
	image: pictureAddress,
	upload: pictureUpload,
	description: z.string().trim().max(MAX_LENGTH.description, fieldError("descriptionTooLong")).default(""),
	demoUrl: z
		.string(fieldError("demoUrlInvalid"))
		.trim()
		.refine((text) => webAddressIn(text)?.protocol === "https:", fieldError("demoUrlInvalid")),
});

/** The slot as it was shown. */
export const deleteSlotSchema = z.object({
	revision: z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing")),
});
