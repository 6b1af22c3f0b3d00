import { z } from "zod";
import { fieldError, whole } from "~/forms/form-fields.schema";
import { BREAK_LENGTHS, MAX_DAILY_LOSS } from "./limits";

/** The forms of the limits page. An empty `dailyLoss` means no limit (null). */
export const limitsSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("limit"),
		dailyLoss: whole("dailyLossInvalid", 0, MAX_DAILY_LOSS).nullable().default(null),
	}),
	z.object({ intent: z.literal("break"), length: z.enum(BREAK_LENGTHS, fieldError("breakMissing")) }),
	z.object({ intent: z.literal("endBreak") }),
	/** Dismisses the reminder, and returns to the page that showed it. */
	z.object({ intent: z.literal("dismiss"), returnTo: z.string().default("/mini-games") }),
]);
