import { z } from "zod";
import { line, says, shownText, withoutUnseen } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import type { ErrorCode } from "~/i18n/messages";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { LONGEST, SOLO_DRAW_NAMES } from "./channel";

/** Text of several lines. The carriage returns that a form adds are removed. */
const lines = (most: number, code: ErrorCode) =>
	z
		.string()
		.transform((text) =>
			text
				.split(/\r?\n/)
				.map((one) => withoutUnseen(one).trimEnd())
				.join("\n")
				.trim(),
		)
		.refine(({ length }) => length <= most, says(code))
		.default("");

const isEmail = (text: string): boolean => z.string().email().safeParse(text).success;

/** The channel as an admin types it. */
export const channelSchema = z.object({
	/** As the form has shown it. */
	revision: whole("requestIdMissing", 0, Number.MAX_SAFE_INTEGER),
	name: shownText(LONGEST.name, "channelNameInvalid"),
	taglinePt: line(LONGEST.tagline, "taglineTooLong").default(""),
	taglineEn: line(LONGEST.tagline, "taglineTooLong").default(""),
	image: pictureAddress,
	upload: pictureUpload,
	aboutPt: lines(LONGEST.about, "aboutTooLong"),
	aboutEn: lines(LONGEST.about, "aboutTooLong"),
	contactEmail: z
		.string()
		.trim()
		.max(LONGEST.contactEmail, says("contactEmailInvalid"))
		.refine((text) => text === "" || isEmail(text), says("contactEmailInvalid"))
		.default(""),
	soloDraw: z.enum(SOLO_DRAW_NAMES, says("soloDrawInvalid")),
});
