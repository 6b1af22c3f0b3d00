import { z } from "zod";
import { fieldError, idempotencyKey, visibleText } from "~/forms/form-fields.schema";
import { webAddressIn } from "~/lib/web-address";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { LONGEST } from "./slots";

/** A slot as an admin types it. */
export const slotSchema = z.object({
	idempotencyKey,
	/** Of the slot that is edited, as the form has shown it. */
	revision: z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing")).optional(),
	name: visibleText(LONGEST.name, "itemNameInvalid"),
	provider: z.string().trim().max(LONGEST.provider, fieldError("shortTextTooLong")).default(""),
	image: pictureAddress,
	upload: pictureUpload,
	description: z.string().trim().max(LONGEST.description, fieldError("descriptionTooLong")).default(""),
	demoUrl: z
		.string(fieldError("demoUrlInvalid"))
		.trim()
		.refine((text) => webAddressIn(text)?.protocol === "https:", fieldError("demoUrlInvalid")),
});

/** The slot as it was shown to whoever deletes it. */
export const deleteSlotSchema = z.object({
	revision: z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing")),
});
