import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";

/** The forms of admins: the stream starts or ends, or the list of first steps is dismissed. */
export const homeSchema = z.object({
	intent: z.enum(["start", "end", "dismissChecklist"], fieldError("invalidInput")),
});
