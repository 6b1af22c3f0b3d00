import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";

/** The form of an item that makes it the viewer's goal, or ends that. */
export const goalSchema = z.object({
	intent: z.enum(["setGoal", "endGoal"], fieldError("invalidInput")),
	itemId: z.string(fieldError("itemUnavailable")),
});
