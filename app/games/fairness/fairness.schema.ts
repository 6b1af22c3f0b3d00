import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";

/** A colon would shift the parts of the drawn text; so nothing but letters, digits and `._-`. */
const clientSeed = z
	.string(fieldError("clientSeedInvalid"))
	.regex(/^[A-Za-z0-9._-]{1,64}$/, fieldError("clientSeedInvalid"));

export const fairnessSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("change-client-seed"), clientSeed }),
	z.object({ intent: z.literal("rotate") }),
]);
