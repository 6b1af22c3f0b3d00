import { z } from "zod";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { requestId, says, webAddress } from "~/platform/form-fields.schema";
import { LONGEST } from "./slots";

/** A slot as an admin types it. */
export const slotSchema = z.object({
	requestId,
	/** Of the slot that is edited, as the form has shown it. */
	revision: z.number(says("requestIdMissing")).int(says("requestIdMissing")).optional(),
	name: z
		.string(says("itemNameInvalid"))
		.trim()
		.min(1, says("itemNameInvalid"))
		.max(LONGEST.name, says("itemNameInvalid")),
	provider: z.string().trim().max(LONGEST.provider, says("shortTextTooLong")).default(""),
	image: pictureAddress,
	upload: pictureUpload,
	description: z.string().trim().max(LONGEST.description, says("descriptionTooLong")).default(""),
	demoUrl: webAddress("demoUrlInvalid").refine((text) => /^https:/i.test(text), says("demoUrlInvalid")),
});

export const deleteSlotSchema = z.object({});
