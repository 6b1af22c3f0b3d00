import { z } from "zod";
import { whole } from "~/forms/whole-number.schema";

export const MAX_RULE_POINTS = 1_000_000;
export const MAX_STREAK_DAYS = 365;
export const MAX_CEILING = 1_000_000_000;

const points = whole("rulePointsInvalid", 0, MAX_RULE_POINTS);

/** The form of the rules. */
export const rulesSchema = z.object({
	/** The version of the rules when the form was opened. */
	revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
	daily: points,
	streak: points,
	streakDays: whole("streakDaysInvalid", 1, MAX_STREAK_DAYS),
	ceiling: whole("ceilingInvalid", 0, MAX_CEILING),
});
