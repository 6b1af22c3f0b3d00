import { z } from "zod";
import { fieldError, idempotencyKey, line, whole } from "~/forms/form-fields.schema";
import { isLocalTime } from "~/lib/calendar";
import {
	AUDIENCES,
	foldCode,
	MAX_CLAIMS,
	MAX_CODE_LENGTH,
	MAX_CODE_POINTS,
	MAX_TYPED_LENGTH,
	MIN_CODE_LENGTH,
} from "./claim-code";

const MAX_MINUTES = 30 * 24 * 60;

const newCode = z.object({
	intent: z.literal("create"),
	idempotencyKey,
	/** Empty for a random one. */
	code: line(MAX_CODE_LENGTH, "codeInvalid")
		.default("")
		.refine((code) => code === "" || foldCode(code).length >= MIN_CODE_LENGTH, fieldError("codeInvalid")),
	points: whole("codePointsInvalid", 1, MAX_CODE_POINTS),
	/** Null for no limit. */
	maxClaims: whole("codeClaimsInvalid", 1, MAX_CLAIMS).nullable().default(null),
	audience: z.enum(AUDIENCES, fieldError("invalidInput")),
	/** The local date and time of the site's time zone; empty for now. */
	startsAt: z
		.string()
		.trim()
		.refine((text) => text === "" || isLocalTime(text), fieldError("codeStartInvalid"))
		.default(""),
	/** How long it can be claimed. */
	minutes: whole("codeMinutesInvalid", 1, MAX_MINUTES),
});

export type CodeForm = z.output<typeof newCode>;

/** The forms of the codes page: a new code and the early end of one. */
export const codesSchema = z.discriminatedUnion("intent", [
	newCode,
	z.object({ intent: z.literal("end"), codeId: z.string().uuid(fieldError("pageExpired")) }),
]);

/** What a viewer has typed as a code. */
export const claimSchema = z.object({
	code: z
		.string(fieldError("codeUnknown"))
		.max(MAX_TYPED_LENGTH, fieldError("codeUnknown"))
		.refine((code) => foldCode(code) !== "", fieldError("codeUnknown")),
});
