import { z } from "zod";
import type { RecordOf } from "~/records/record.server";
import { prizeSchema } from "../prizes";
import { DRAW_RULES, FORMATS, type Rule, SIZES, type Tournament } from "./tournament";

const count = z.number().int().min(1);

/** The stored rules. */
const ruleSchema: z.ZodType<Rule> = z.discriminatedUnion("kind", [
	z.object({
		...{ kind: z.literal("race"), games: z.array(z.string()).min(1) },
		...{ best: count, rounds: count, minStake: count },
	}),
	z.object({ kind: z.literal("league"), points: z.array(count).min(1) }),
	z.object({
		kind: z.literal("bracket"),
		size: z.custom<(typeof SIZES)[number]>((size) => SIZES.some((one) => one === size)),
		...{ format: z.enum(FORMATS), spins: count, draw: z.enum(DRAW_RULES) },
	}),
]);

/** Reads a row. */
export const tournamentOf = ({
	rule,
	prizes,
	seatSeed: _,
	...rest
}: RecordOf<"tournaments">): Tournament => ({
	...rest,
	rule: ruleSchema.parse(JSON.parse(rule)),
	prizes: z.array(prizeSchema.nullable()).parse(JSON.parse(prizes)),
});
