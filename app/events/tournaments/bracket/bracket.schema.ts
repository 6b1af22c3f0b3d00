import { z } from "zod";
import { fieldError, money } from "~/forms/form-fields.schema";

const count = z.number(fieldError("invalidInput")).int(fieldError("invalidInput")).min(0);

/** The forms of the page that manages a bracket. Money is typed in euros; the output is cents. */
export const bracketSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.enum(["draw", "finish"]), revision: count }),
	z.object({ intent: z.literal("undo"), stepId: count }),
	z.object({
		...{ intent: z.enum(["play", "correct"]), revision: count },
		/** The match, and the place of the play in it, from 0. */
		...{ round: count, number: count, at: count },
		...{ costA: money("costInvalid", 1), payoutA: money("moneyInvalid", 0) },
		...{ costB: money("costInvalid", 1), payoutB: money("moneyInvalid", 0) },
	}),
]);

export type BracketInput = z.output<typeof bracketSchema>;
