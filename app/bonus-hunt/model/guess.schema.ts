import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { money } from "~/forms/money.schema";

/** What a viewer thinks that the hunt will pay in all. */
export const guessSchema = z.object({
	huntId: z.string(fieldError("huntOver")),
	guess: money("guessInvalid", 0),
});
