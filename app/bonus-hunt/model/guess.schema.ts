import { z } from "zod";
import { fieldError, money } from "~/forms/form-fields.schema";

/** A viewer's guess of the hunt's total payout, typed in euros; the output is cents. */
export const guessSchema = z.object({
	huntId: z.string(fieldError("huntOver")),
	guess: money("guessInvalid", 0),
});
