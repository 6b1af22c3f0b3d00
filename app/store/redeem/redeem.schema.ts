import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { MAX_ANSWER_LENGTH } from "./redeem";

const displayed = z.number(fieldError("pageExpired")).int(fieldError("pageExpired"));

/** The form of the confirm dialog, with the values that it displayed. */
export const redeemSchema = z.object({
	idempotencyKey,
	/** The user id for which the dialog was rendered. */
	buyer: z.string().optional(),
	revision: displayed,
	price: displayed,
	stock: displayed,
	answer: z.string().trim().max(MAX_ANSWER_LENGTH, fieldError("answerTooLong")).default(""),
});
