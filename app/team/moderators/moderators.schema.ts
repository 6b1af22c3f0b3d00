import { z } from "zod";
import { fieldError, whole } from "~/forms/form-fields.schema";
import { RIGHTS } from "~/lib/rights";

const MAX_DAILY_POINTS = 1_000_000;

/** A name, or the provider's subject. */
export const personText = z
	.string(fieldError("adminInvalid"))
	.trim()
	.min(1, fieldError("adminInvalid"))
	.max(255);

const moderator = {
	rights: z.array(z.enum(RIGHTS, fieldError("pageExpired"))).default([]),
	/** Required for the rights `points` and `codes`; without it, the others are without prizes. */
	dailyPoints: whole("moderatorPointsInvalid", 1, MAX_DAILY_POINTS).optional(),
};
const known = { userId: z.string(fieldError("pageExpired")), revision: z.number(fieldError("pageExpired")) };

/** The forms that add, edit and remove a moderator. */
export const moderatorForms = [
	z.object({
		intent: z.literal("addModerator"),
		name: personText,
		...moderator,
	}),
	z.object({ intent: z.literal("editModerator"), ...known, ...moderator }),
	z.object({ intent: z.literal("removeModerator"), userId: known.userId }),
] as const;

export type ModeratorForm = z.output<(typeof moderatorForms)[number]>;
