import { type ZodType, type ZodTypeDef, z } from "zod";
import { withoutInvisible } from "~/forms/form-fields.schema";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import type { HuntSlot, Statistics } from "../model/hunt";

/** Told of each field whose value is none and counts as null, and of "slot" for one that is left out. */
export type OddTold = (what: string) => void;

/** A hunt of more slots than this is none. */
const MAX_SLOTS = 1000;
const MAX_TEXT_LENGTH = 200;
/** In either direction; a page has no room for more digits. */
const MOST = 1e12;
const NUMERIC = /^\s*-?\d+(\.\d+)?\s*$/;

/** A number, as such or in text; null for none. */
const number = z.preprocess(
	(value) => (typeof value === "string" && NUMERIC.test(value) ? Number(value) : value === "" ? null : value),
	z
		.number()
		.min(-MOST)
		.max(MOST)
		.nullish()
		.transform((value) => value ?? null),
);

/** On one line, and cut where it is too long for a card. */
function cut(value: string, most = MAX_TEXT_LENGTH): string {
	const line = withoutInvisible(value.replace(/\s/g, " ")).replace(/ +/g, " ").trim();
	// By characters, so that none is cut in half.
	return line.length <= most ? line : `${[...line].slice(0, most).join("")}…`;
}

/** Null for none. */
const text = z
	.string()
	.nullish()
	.transform((value) => cut(value ?? "") || null);

/** Where a picture is; one that is too long is no picture. */
const image = z
	.string()
	.nullish()
	.transform((value) => (value && value.length <= MAX_ADDRESS_LENGTH ? value.trim() : "") || null);

type Field<Value> = ZodType<Value | null, ZodTypeDef, unknown>;

/** One bad value is no reason to believe nothing of the others. */
const orNull =
	(odd: OddTold) =>
	<Value>(name: string, field: Field<Value>): Field<Value> =>
		field.catch(() => {
			odd(name);
			return null;
		});

/**
 * A source's statistics. An object without any of the fields is something else, such as a message of a fault; one
 * of bad values alone says nothing.
 */
export function statisticsSchema(odd: OddTold): ZodType<Statistics, ZodTypeDef, unknown> {
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

/** A source's slots. One without a name is left out; a list of such slots alone is something else. */
export function slotsSchema(odd: OddTold): ZodType<HuntSlot[], ZodTypeDef, unknown> {
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
