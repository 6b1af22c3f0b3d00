import { z } from "zod";
import { says } from "~/forms/form-fields.schema";
import { money } from "~/forms/money.schema";

/** What a viewer thinks that the hunt will pay in all. */
export const guessSchema = z.object({
	huntId: z.string(says("huntOver")),
	guess: money("guessInvalid", 0),
});
