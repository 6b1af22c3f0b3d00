import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { MAX_LENGTH } from "../items/items";

const shown = z.number(fieldError("requestIdMissing")).int(fieldError("requestIdMissing"));

/** The form of the confirm dialog, with the values that it has shown. */
export const redeemSchema = z.object({
	idempotencyKey,
	/** The user id that was shown as the buyer. */
	buyer: z.string().optional(),
	revision: shown,
	price: shown,
	stock: shown,
	answer: z.string().trim().max(MAX_LENGTH.answer, fieldError("answerTooLong")).default(""),
});
