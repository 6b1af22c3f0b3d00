import { z } from "zod";
import { fieldError, idempotencyKey, money } from "~/forms/form-fields.schema";

const whole = z.number(fieldError("pageExpired")).int(fieldError("pageExpired"));

/** The forms of the page of slots. Only viewers ask and withdraw; the bet is typed in euros, and its output is cents. */
export const requestsSchema = z.discriminatedUnion("intent", [
	z.object({
		...{ intent: z.literal("ask"), idempotencyKey, price: whole },
		slotId: z.string(fieldError("pageExpired")),
	}),
	z.object({ intent: z.enum(["withdraw", "played", "skipped"]), requestId: whole }),
	z.object({ intent: z.literal("hunt"), requestId: whole, bet: money("betInvalid", 1) }),
]);
