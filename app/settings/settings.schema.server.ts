import { z } from "zod";
import { fieldError, whole } from "~/forms/form-fields.schema";
import { declarationOf, EDITABLE, type EditableName, FORM_NAMES } from "~/lib/settings.server";
import type { Site } from "~/lib/site";
import { pictureUpload } from "~/pictures/pictures.schema";
import { errorOf } from "./settings.server";

const MAX_LENGTH = 12_000;

const text = z.string().trim().max(MAX_LENGTH, fieldError("invalidInput")).default("");

/** The boxes that are ticked. */
const ticked = z
	.array(z.string().max(40))
	.default([])
	.transform((list) => list.join(", "));

const texts = Object.fromEntries(
	EDITABLE.map((name) => [name, declarationOf(name).input === "events" ? ticked : text]),
) as Record<EditableName, typeof text>;

const references = z.array(z.string().max(20)).default([]);

/** Forms of settings: `save` stores the settings of one form, `test` tries the service that is stored. */
export const settingsSchema = ({
	faultsOf,
	withCreated,
}: Pick<Site["settings"], "faultsOf" | "withCreated">) =>
	z
		.object({
			form: z.enum(FORM_NAMES, fieldError("pageExpired")),
			intent: z.enum(["save", "test"], fieldError("pageExpired")),
			/** The revision of the settings when the form was opened. */
			revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
			/** The user whose points a test looks up. */
			who: text,
			/** The failed messages below the button of a test, and those of them that are sent again. */
			failed: references,
			again: references,
			upload: pictureUpload,
			...texts,
		})
		.transform((input): typeof input & { created?: string } =>
			input.intent === "save" ? withCreated(input) : input,
		)
		.superRefine((input, context) => {
			if (input.intent !== "save") return;
			for (const name of faultsOf(input.form, input)) {
				context.addIssue({ code: "custom", path: [name], message: errorOf(name) });
			}
		});
