import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { MAX_BALLS, STAKES } from "./plinko";

const playSchema = z.object({
	intent: z.literal("play"),
	idempotencyKey,
	/** From the form: rejects a stake from another account than the one the page showed. */
	wallet: z.string().optional(),
	stake: z
		.number(fieldError("stakeNotOffered"))
		.refine((stake) => STAKES.some((offered) => offered === stake), fieldError("stakeNotOffered")),
	balls: z
		.number(fieldError("ballsOutOfRange"))
		.int(fieldError("ballsOutOfRange"))
		.min(1, fieldError("ballsOutOfRange"))
		.max(MAX_BALLS, fieldError("ballsOutOfRange")),
});

const refillSchema = z.object({ intent: z.literal("refill") });

/** The forms of Plinko: play a round, or reset the demo points. */
export const plinkoSchema = z.discriminatedUnion("intent", [playSchema, refillSchema]);

/** A validated request for a round: `stake` in points per ball. */
export type PlinkoPlay = Pick<z.output<typeof playSchema>, "idempotencyKey" | "stake" | "balls">;
