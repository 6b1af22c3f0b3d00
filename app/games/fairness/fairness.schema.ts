import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";

/** A colon would shift the parts of the text that is hashed, so only letters, digits and `._-` are allowed. */
const clientSeed = z
	.string(fieldError("clientSeedInvalid"))
	.regex(/^[A-Za-z0-9._-]{1,64}$/, fieldError("clientSeedInvalid"));

/** The forms of the fairness page: change the client seed, or reveal and rotate the server seed. */
export const fairnessSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("change-client-seed"), clientSeed }),
	z.object({ intent: z.literal("rotate") }),
]);
