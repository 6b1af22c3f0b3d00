import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { LONGEST } from "./items";

const says = (code: ErrorCode) => ({ required_error: code, invalid_type_error: code, message: code });
const shown = z.number(says("requestIdMissing")).int(says("requestIdMissing"));

/** The confirm dialog's form: what it has shown comes back with it. */
export const redeemSchema = z.object({
	requestId: z.string(says("requestIdMissing")).uuid(says("requestIdMissing")).toLowerCase(),
	/** Who was shown as the buyer. */
	buyer: z.string().optional(),
	revision: shown,
	price: shown,
	stock: shown,
	answer: z.string().trim().max(LONGEST.answer, says("answerTooLong")).default(""),
});
