import { z } from "zod";
import { fieldError, whole } from "~/forms/form-fields.schema";
import { EDITABLE, type EditableName, FORM_NAMES } from "~/lib/settings.server";
import type { Site } from "~/lib/site";
import { pictureUpload } from "~/pictures/pictures.schema";
import { errorOf } from "./settings.server";

const MAX_LENGTH = 12_000;

const text = z.string().trim().max(MAX_LENGTH, fieldError("invalidInput")).default("");

const texts = Object.fromEntries(EDITABLE.map((name) => [name, text])) as Record<EditableName, typeof text>;

/** Forms of settings: `save` stores the settings of one form, `test` tries the service that is stored. */
export const settingsSchema = ({ faultsOf }: Pick<Site["settings"], "faultsOf">) =>
	z
		.object({
			form: z.enum(FORM_NAMES, fieldError("pageExpired")),
			intent: z.enum(["save", "test"], fieldError("pageExpired")),
			/** The revision of the settings when the form was opened. */
			revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
			/** The user whose points a test looks up. */
			who: text,
			upload: pictureUpload,
			...texts,
		})
		.superRefine((input, context) => {
			if (input.intent !== "save") return;
			for (const name of faultsOf(input.form, input)) {
				context.addIssue({ code: "custom", path: [name], message: errorOf(name) });
			}
		});
