import { z } from "zod";
import { fieldError, whole } from "~/forms/form-fields.schema";
import { instantIn, isLocalTime, localTimeIn } from "~/lib/calendar";
import { type EarningRules, fieldsOfRule, RULE_NAMES, type RuleFields, ruleOf } from "./rules";

const MAX_IGNORED = 200;
/** Names on Twitch and Kick. */
const NAME = /^[a-z0-9_-]{1,50}$/;

/** Names of accounts that are separated by white space or commas, in lower case and without their `@`. */
const namesIn = (text: string): string[] => [
	...new Set(
		text
			.toLowerCase()
			.split(/[\s,]+/)
			.map((name) => name.replace(/^@/, ""))
			.filter((name) => name !== ""),
	),
];

const areNames = (names: readonly string[]) =>
	names.length <= MAX_IGNORED && names.every((name) => NAME.test(name));

/** The fields of a kind of rule. */
const KINDS = {
	points: whole("rulePointsInvalid", 0, 1_000_000),
	percent: whole("rulePercentInvalid", 100, 1000),
	days: whole("streakDaysInvalid", 1, 365),
	/** A day, so that an admin has time to decide about each gift of Kick. */
	minutes: whole("kickHoldInvalid", 0, 24 * 60),
	ceiling: whole("ceilingInvalid", 0, 1_000_000_000),
	instant: z
		.string()
		.trim()
		.refine((text) => text === "" || isLocalTime(text), fieldError("boostUntilInvalid"))
		.default(""),
	names: z
		.string()
		.max(60 * MAX_IGNORED, fieldError("ignoredInvalid"))
		.transform(namesIn)
		.refine(areNames, fieldError("ignoredInvalid"))
		.default(""),
};

/** The form of the rules: `save`, or `preview` what they would have paid. */
export const rulesSchema = z.object({
	intent: z.enum(["save", "preview"], fieldError("pageExpired")),
	/** The version of the rules when the form was opened. */
	revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
	...(Object.fromEntries(
		RULE_NAMES.flatMap((name) => fieldsOfRule(name).map((field) => [field, KINDS[ruleOf(name).kind]])),
	) as Record<string, z.ZodType<number | string | string[], z.ZodTypeDef, unknown>>),
});

/** Rules as fields of the form. */
export function fieldsOf(rules: EarningRules, timeZone: string): RuleFields {
	const entries = RULE_NAMES.flatMap((name): [string, string][] => {
		const value = rules[name];
		const { byTier, kind } = ruleOf(name);
		if (kind === "instant")
			return [[name, typeof value === "string" ? localTimeIn(timeZone, new Date(value)) : ""]];
		if (!byTier) return [[name, Array.isArray(value) ? value.join("\n") : String(value)]];
		return fieldsOfRule(name).map((field, place) => [field, String((value as readonly number[])[place])]);
	});
	return Object.fromEntries(entries);
}

/** Parsed fields of the form as rules; the inverse of {@link fieldsOf}. */
export function rulesOf(fields: Readonly<Record<string, unknown>>, timeZone: string): EarningRules {
	const entries = RULE_NAMES.map((name) => {
		const { byTier, kind } = ruleOf(name);
		const value = fields[name];
		if (byTier) return [name, fieldsOfRule(name).map((field) => fields[field])];
		if (kind === "instant") return [name, value ? instantIn(timeZone, String(value)).toISOString() : null];
		return [name, value];
	});
	return Object.fromEntries(entries) as EarningRules;
}

/** The rules as fields of the change log, which has one field for all tiers. */
export const loggedFields = (rules: EarningRules): Record<string, string | number | null> =>
	Object.fromEntries(
		RULE_NAMES.map((name) => {
			const value: EarningRules[typeof name] = rules[name];
			const between = ruleOf(name).byTier ? " / " : ", ";
			return [name, Array.isArray(value) ? value.join(between) : (value as string | number | null)];
		}),
	);
