import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { LONGEST } from "../items/items";

const shown = z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing"));

/** The confirm dialog's form: what it has shown comes back with it. */
export const redeemSchema = z.object({
	idempotencyKey,
	/** Who was shown as the buyer. */
	buyer: z.string().optional(),
	revision: shown,
	price: shown,
	stock: shown,
	answer: z.string().trim().max(LONGEST.answer, fieldError("answerTooLong")).default(""),
});
