import { z } from "zod";
import { fieldError, money } from "~/forms/form-fields.schema";
import { MAX_PLAYS, type Play } from "./bracket";

const count = z.number(fieldError("invalidInput")).int(fieldError("invalidInput"));
const play = {
	revision: count,
	round: count.min(1).max(5),
	number: count.min(1).max(16),
	at: count.min(0).max(MAX_PLAYS),
	costA: money("costInvalid", 1),
	payoutA: money("moneyInvalid", 0),
	costB: money("costInvalid", 1),
	payoutB: money("moneyInvalid", 0),
};

/** The forms of the page that manages a bracket. Money is typed in euros; the output is cents. */
export const bracketSchema = z
	.discriminatedUnion("intent", [
		z.object({ intent: z.literal("draw"), revision: count }),
		z.object({ intent: z.literal("play"), ...play }),
		z.object({ intent: z.literal("correct"), ...play }),
		z.object({ intent: z.literal("undo"), stepId: count }),
		z.object({ intent: z.literal("finish"), revision: count }),
	])
	.transform((input) => {
		if (input.intent !== "play" && input.intent !== "correct") return input;
		const { costA, payoutA, costB, payoutB, ...rest } = input;
		const entered: Play = [
			{ cost: costA, payout: payoutA },
			{ cost: costB, payout: payoutB },
		];
		return { ...rest, play: entered };
	});

export type BracketInput = z.output<typeof bracketSchema>;
