import { type ZodType, type ZodTypeDef, z } from "zod";
import { singleLine } from "~/lib/single-line";
import { itemsOf } from "~/lib/valid-items";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { type HuntSlot, STATISTICS, type Statistics } from "../model/hunt";

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
	const line = singleLine(value);
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
	(onInvalid: OnInvalid) =>
	<Value>(name: string, field: Field<Value>): Field<Value> =>
		field.catch(() => {
			onInvalid(name);
			return null;
		});

/**
 * Parses a source's statistics. An object without any valid known field is rejected, as it may be an error
 * message.
 */
export function statisticsSchema(onInvalid: OnInvalid): ZodType<Statistics, ZodTypeDef, unknown> {
	const invalid = new Set<string>();
	const optional = orNull((name) => {
		invalid.add(name);
		onInvalid(name);
	});
	const fields = z.object(
		Object.fromEntries(STATISTICS.map((name) => [name, optional(name, number)])) as Record<
			keyof Statistics,
			Field<number>
		>,
	);
	return z.record(z.unknown()).transform((answer, context) => {
		invalid.clear();
		const statistics = fields.parse(answer);
		const given = STATISTICS.filter((name) => name in answer);
		if (given.some((name) => !invalid.has(name))) return statistics;
		context.addIssue({ code: "custom", message: "no statistics" });
		return z.NEVER;
	});
}

/** Parses a source's slots. A slot without a name is skipped; a list with only such slots is rejected. */
export function slotsSchema(onInvalid: OnInvalid): ZodType<HuntSlot[], ZodTypeDef, unknown> {
	const optional = orNull(onInvalid);
	const slot = z.object({
		slotName: z
			.string()
			.transform((name) => cut(name))
			.refine((name) => name !== ""),
		slotImage: optional("slotImage", image),
		idForBonusHunt: optional("idForBonusHunt", number),
		betSize: optional("betSize", number),
		payout: optional("payout", number),
		multiplier: optional("multiplier", number),
		providerName: optional("providerName", text),
		preNote: optional("preNote", text),
	});
	return itemsOf(slot, () => onInvalid("slot"), { needsOne: true, most: MAX_SLOTS });
}
