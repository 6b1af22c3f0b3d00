import { z } from "zod";
import { fieldError, line, visibleText, withoutInvisible } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import type { ErrorCode } from "~/i18n/messages";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { MAX_LENGTH, SOLO_DRAW_NAMES } from "./channel";

/** Text of several lines. The carriage returns that a form adds are removed. */
const lines = (most: number, code: ErrorCode) =>
	z
		.string()
		.transform((text) =>
			text
				.split(/\r?\n/)
				.map((one) => withoutInvisible(one).trimEnd())
				.join("\n")
				.trim(),
		)
		.refine(({ length }) => length <= most, fieldError(code))
		.default("");

const isEmail = (text: string): boolean => z.string().email().safeParse(text).success;

/** The channel as an admin types it. */
export const channelSchema = z.object({
	/** As the form has shown it. */
	revision: whole("requestIdMissing", 0, Number.MAX_SAFE_INTEGER),
	name: visibleText(MAX_LENGTH.name, "channelNameInvalid"),
	taglinePt: line(MAX_LENGTH.tagline, "taglineTooLong").default(""),
	taglineEn: line(MAX_LENGTH.tagline, "taglineTooLong").default(""),
	image: pictureAddress,
	upload: pictureUpload,
	aboutPt: lines(MAX_LENGTH.about, "aboutTooLong"),
	aboutEn: lines(MAX_LENGTH.about, "aboutTooLong"),
	contactEmail: z
		.string()
		.trim()
		.max(MAX_LENGTH.contactEmail, fieldError("contactEmailInvalid"))
		.refine((text) => text === "" || isEmail(text), fieldError("contactEmailInvalid"))
		.default(""),
	soloDraw: z.enum(SOLO_DRAW_NAMES, fieldError("soloDrawInvalid")),
});
