import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";

const id = z.string(fieldError("invalidInput")).min(1).max(64);

/** The forms that share a round and stop sharing it. */
export const sharingSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("share"), game: id, round: id }),
	z.object({ intent: z.literal("unshare"), share: id }),
]);
