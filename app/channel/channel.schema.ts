import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { says } from "~/platform/form-fields.schema";
import { whole } from "~/platform/whole-number.schema";
import { LONGEST } from "./channel";

/** Control characters, and those that would turn round what stands behind them. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const line = (least: number, most: number, code: ErrorCode) =>
	z
		.string(says(code))
		.transform((text) => text.replace(/\s+/g, " ").replace(UNSEEN, "").trim())
		.refine(({ length }) => length >= least && length <= most, says(code));

/** Several lines. A form sends each with a carriage return, which nobody has typed. */
const lines = (most: number, code: ErrorCode) =>
	z
		.string()
		.transform((text) =>
			text
				.split(/\r?\n/)
				.map((one) => one.replace(UNSEEN, "").trimEnd())
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
	name: line(1, LONGEST.name, "channelNameInvalid"),
	taglinePt: line(0, LONGEST.tagline, "taglineTooLong").default(""),
	taglineEn: line(0, LONGEST.tagline, "taglineTooLong").default(""),
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
	soloDraw: z.enum(["table", "even"], says("soloDrawInvalid")),
});
