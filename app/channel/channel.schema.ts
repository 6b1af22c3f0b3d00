import { z } from "zod";
import { fieldError, line, visibleText } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import type { ErrorCode } from "~/i18n/messages";
import { isLocalTime } from "~/lib/calendar";
import { withoutInvisible } from "~/lib/single-line";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { MAX_LENGTH } from "./channel";
import { twitchLoginIn } from "./stream";

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

/** The settings form, with a field for each language. */
export const channelSchema = z.object({
	/** The revision of the settings when the form was opened. */
	revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
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
	twitchLogin: z
		.string()
		.default("")
		.transform(twitchLoginIn)
		.refine((login): login is string => login !== undefined, fieldError("twitchLoginInvalid")),
	/** The local date and time of the site's time zone, such as `2026-11-28T21:30`; empty for none. */
	nextStream: z
		.string()
		.trim()
		.refine((text) => text === "" || isLocalTime(text), fieldError("nextStreamInvalid"))
		.default(""),
});
