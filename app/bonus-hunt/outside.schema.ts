import { z } from "zod";
import { LONGEST_ADDRESS } from "~/platform/web-address";
import type { HuntSlot, Statistics } from "./hunt";

/** A hunt of more slots than this is none. */
const MOST_SLOTS = 1000;
const LONGEST_TEXT = 200;
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

const cut = (text: string, most = LONGEST_TEXT): string =>
	// By characters, so that none is cut in half.
	text.length <= most ? text : `${[...text].slice(0, most).join("")}…`;

/** A text, cut where it is too long for a card; null for none. */
const text = z
	.string()
	.nullish()
	.transform((value) => cut(value?.trim() ?? "") || null);

/** Where a picture is; one that is too long is no picture. */
const image = z
	.string()
	.nullish()
	.transform((value) => (value && value.length <= LONGEST_ADDRESS ? value.trim() : "") || null);

const statisticsFields = {
	countTotalBonus: number,
	countOpenedBonus: number,
	totalWinAmount: number,
	averageMultiplier: number,
	breakEvenInitial: number,
	breakEvenCurrent: number,
};

/** A source's statistics. An object without any of the fields is something else, such as a message of a fault. */
export const statisticsSchema = z
	.record(z.unknown())
	.refine((answer) => Object.keys(statisticsFields).some((field) => field in answer), "no statistics")
	.pipe(z.object(statisticsFields)) satisfies z.ZodType<Statistics, z.ZodTypeDef, unknown>;

/** A source's slots. */
export const slotsSchema = z
	.array(
		z.object({
			slotName: z.string().transform((name) => cut(name.trim())),
			slotImage: image,
			idForBonusHunt: number,
			betSize: number,
			payout: number,
			multiplier: number,
			providerName: text,
			preNote: text,
		}),
	)
	.max(MOST_SLOTS) satisfies z.ZodType<HuntSlot[], z.ZodTypeDef, unknown>;
