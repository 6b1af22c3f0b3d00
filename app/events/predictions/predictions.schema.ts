import { z } from "zod";
import { fieldError, idempotencyKey, visibleText, whole } from "~/forms/form-fields.schema";
import { isVisible, singleLine } from "~/lib/single-line";
import { MAX_LENGTH, MAX_MARKET_STAKE, MAX_MINUTES, OUTCOMES, TEMPLATES } from "./predictions";

const newMarket = {
	idempotencyKey,
	minutes: whole("marketMinutesInvalid", 1, MAX_MINUTES),
	maxStake: whole("marketMaxInvalid", 1, MAX_MARKET_STAKE),
};
const act = {
	marketId: z.string().uuid(fieldError("pageExpired")),
	revision: whole("pageExpired", 1, Number.MAX_SAFE_INTEGER),
};
const outcome = (code: "marketOutcomeMissing" | "pageExpired") => whole(code, 0, OUTCOMES.most - 1);

/** One outcome in each line; empty lines do not count. */
const outcomes = z
	.string(fieldError("marketOutcomesInvalid"))
	.transform((text) => text.split(/\r?\n/).map(singleLine).filter(isVisible))
	.refine(
		(list) =>
			list.length >= OUTCOMES.least &&
			list.length <= OUTCOMES.most &&
			list.every(({ length }) => length <= MAX_LENGTH.outcome) &&
			new Set(list.map((one) => one.toLowerCase())).size === list.length,
		fieldError("marketOutcomesInvalid"),
	);

/** The forms of the page of predictions: all but `stake` are for admins. */
export const predictionsSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("stake"),
		idempotencyKey,
		marketId: act.marketId,
		outcome: outcome("marketOutcomeMissing"),
		/** Of a button, instead of typed points. */
		quick: whole("marketStakeInvalid", 1, MAX_MARKET_STAKE).optional(),
		points: whole("marketStakeInvalid", 1, MAX_MARKET_STAKE).optional(),
	}),
	z.object({
		...{ intent: z.literal("open"), ...newMarket, outcomes },
		question: visibleText(MAX_LENGTH.question, "marketQuestionInvalid"),
	}),
	z.object({
		intent: z.literal("openHunt"),
		...newMarket,
		template: z.enum(TEMPLATES, fieldError("pageExpired")),
	}),
	z.object({
		...{ intent: z.literal("openMatch"), ...newMarket },
		tournamentId: z.string().uuid(fieldError("pageExpired")),
		round: whole("pageExpired", 1, 5),
		number: whole("pageExpired", 1, 16),
	}),
	z.object({ intent: z.literal("settle"), ...act, result: outcome("pageExpired") }),
	...(["lock", "cancel", "undo"] as const).map((intent) => z.object({ intent: z.literal(intent), ...act })),
]);

type Form = z.output<typeof predictionsSchema>;
/** The forms that open a prediction. */
export type NewMarketForm = Extract<Form, { minutes: number }>;
/** The forms of admins on a prediction. */
export type MarketAct = Extract<Form, { revision: number }>;
