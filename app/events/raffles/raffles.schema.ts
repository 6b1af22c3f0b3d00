import { z } from "zod";
import { idempotencyKey, visibleText, whole } from "~/forms/form-fields.schema";
import { MAX_BOUGHT } from "./raffle";

const reason = visibleText(200, "raffleReasonInvalid");

/** The forms of a raffle's page: tickets for a viewer, and what admins decide. */
export const raffleSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("enter"),
		idempotencyKey,
		/** 0 for the free tickets alone. */
		count: whole("raffleCountInvalid", 0, MAX_BOUGHT),
		price: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
	}),
	z.object({ intent: z.literal("pass"), place: whole("pageExpired", 1, Number.MAX_SAFE_INTEGER), reason }),
	z.object({ intent: z.literal("cancel"), reason }),
]);
