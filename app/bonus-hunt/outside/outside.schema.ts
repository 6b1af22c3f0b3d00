import { type ZodType, type ZodTypeDef, z } from "zod";
import { withoutInvisible } from "~/forms/form-fields.schema";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import type { HuntSlot, Statistics } from "../model/hunt";

/**
 * Receives the name of each field with an invalid value, which becomes null, and "slot" for each skipped slot.
 */
export type OnInvalid = (what: string) => void;

/** Longer lists are rejected. */
const MAX_SLOTS = 1000;
const MAX_TEXT_LENGTH = 200;
/** Maximum absolute value, bounded by the space on the page. */
const MAX_ABSOLUTE = 1e12;
const NUMERIC = /^\s*-?\d+(\.\d+)?\s*$/;

/** A number or numeric text; null for neither. */
const number = z.preprocess(
	(value) => (typeof value === "string" && NUMERIC.test(value) ? Number(value) : value === "" ? null : value),
	z
		.number()
		.min(-MAX_ABSOLUTE)
		.max(MAX_ABSOLUTE)
		.nullish()
		.transform((value) => value ?? null),
);

/** Puts text on one line and truncates it to fit a card. */
function cut(value: string, most = MAX_TEXT_LENGTH): string {
	const line = withoutInvisible(value.replace(/\s/g, " ")).replace(/ +/g, " ").trim();
	// Truncates by code points, so that no character is split.
	return line.length <= most ? line : `${[...line].slice(0, most).join("")}…`;
}

/** Null for empty text. */
const text = z
	.string()
	.nullish()
	.transform((value) => cut(value ?? "") || null);

/** Address or name of a picture; null when it is too long. */
const image = z
	.string()
	.nullish()
	.transform((value) => (value && value.length <= MAX_ADDRESS_LENGTH ? value.trim() : "") || null);

type Field<Value> = ZodType<Value | null, ZodTypeDef, unknown>;

/** Replaces an invalid value by null, so that the other values are kept. */
const orNull =
	(odd: OnInvalid) =>
	<Value>(name: string, field: Field<Value>): Field<Value> =>
		field.catch(() => {
			odd(name);
			return null;
		});

/**
 * Parses a source's statistics. An object without any valid known field is rejected, as it may be an error
 * message.
 */
export function statisticsSchema(odd: OnInvalid): ZodType<Statistics, ZodTypeDef, unknown> {
	const bad = new Set<string>();
	const kept = orNull((name) => {
		bad.add(name);
		odd(name);
	});
	const fields = z.object({
		countTotalBonus: kept("countTotalBonus", number),
		countOpenedBonus: kept("countOpenedBonus", number),
		totalWinAmount: kept("totalWinAmount", number),
		averageMultiplier: kept("averageMultiplier", number),
		breakEvenInitial: kept("breakEvenInitial", number),
		breakEvenCurrent: kept("breakEvenCurrent", number),
	});
	return z.record(z.unknown()).transform((answer, context) => {
		bad.clear();
		const statistics = fields.parse(answer);
		const given = Object.keys(fields.shape).filter((name) => name in answer);
		if (given.some((name) => !bad.has(name))) return statistics;
		context.addIssue({ code: "custom", message: "no statistics" });
		return z.NEVER;
	});
}

/** Parses a source's slots. A slot without a name is skipped; a list with only such slots is rejected. */
export function slotsSchema(odd: OnInvalid): ZodType<HuntSlot[], ZodTypeDef, unknown> {
	const kept = orNull(odd);
	const slot = z.object({
		slotName: z.string().transform((name) => cut(name)),
		slotImage: kept("slotImage", image),
		idForBonusHunt: kept("idForBonusHunt", number),
		betSize: kept("betSize", number),
		payout: kept("payout", number),
		multiplier: kept("multiplier", number),
		providerName: kept("providerName", text),
		preNote: kept("preNote", text),
	});
	return z
		.array(z.unknown())
		.max(MAX_SLOTS)
		.transform((answer, context) => {
			const slots = answer.flatMap((one) => {
				const { data } = slot.safeParse(one);
				if (data?.slotName) return data;
				odd("slot");
				return [];
			});
			if (slots.length > 0 || answer.length === 0) return slots;
			context.addIssue({ code: "custom", message: "no slots" });
			return z.NEVER;
		});
}
