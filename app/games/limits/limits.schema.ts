import { z } from "zod";
import { says } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import { BREAK_LENGTHS, MAX_DAILY_LOSS } from "./limits";

/** What a player sets to take care; an empty limit is none. */
export const limitsSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("limit"),
		dailyLoss: whole("dailyLossInvalid", 0, MAX_DAILY_LOSS).nullable().default(null),
	}),
	z.object({ intent: z.literal("break"), length: z.enum(BREAK_LENGTHS, says("breakMissing")) }),
	z.object({ intent: z.literal("endBreak") }),
	/** The reminder was read, on a page that is shown again. */
	z.object({ intent: z.literal("dismiss"), returnTo: z.string().default("/mini-games") }),
]);
