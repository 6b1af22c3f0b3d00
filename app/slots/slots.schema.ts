import { z } from "zod";
import { fieldError, idempotencyKey, visibleText } from "~/forms/form-fields.schema";
import { gatherTranslations, translationFields } from "~/forms/translations.schema";
import { webAddressIn } from "~/lib/web-address";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { MAX_LENGTH } from "./slots";

const description = z.string().trim().max(MAX_LENGTH.description, fieldError("descriptionTooLong"));

/** The form of a slot, new or edited. The host of the demo is checked by `saveSlotForm`. */
export const slotSchema = z
	.object({
		idempotencyKey,
		/** The revision of the edited slot when the form was opened; missing for a new slot. */
		revision: z.number(fieldError("pageExpired")).int(fieldError("pageExpired")).optional(),
		name: visibleText(MAX_LENGTH.name, "itemNameInvalid"),
		provider: z.string().trim().max(MAX_LENGTH.provider, fieldError("shortTextTooLong")).default(""),
		image: pictureAddress,
		upload: pictureUpload,
		description: description.default(""),
		...translationFields({ description: description.optional() }),
		demoUrl: z
			.string(fieldError("demoUrlInvalid"))
			.trim()
			.refine((text) => webAddressIn(text)?.protocol === "https:", fieldError("demoUrlInvalid")),
	})
	.transform(gatherTranslations("description"));

/** The form that deletes a slot, with the revision that it displayed. */
export const deleteSlotSchema = z.object({
	revision: z.number(fieldError("pageExpired")).int(fieldError("pageExpired")),
});
