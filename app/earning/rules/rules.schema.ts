import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import { isLocalTime } from "~/lib/calendar";
import { KICK_FIELDS, type KickField, namesIn } from "./rule-fields";

const MAX_RULE_POINTS = 1_000_000;
const MAX_STREAK_DAYS = 365;
const MAX_CEILING = 1_000_000_000;
/** Minimum and maximum of a percentage. */
const PERCENT = [100, 1000] as const;
const MAX_IGNORED = 200;
/** Names on Twitch and Kick. */
const NAME = /^[a-z0-9_-]{1,50}$/;

const points = whole("rulePointsInvalid", 0, MAX_RULE_POINTS);
/** A day: an admin who wants to pay each gift of Kick by hand has this time for it. */
const MAX_HOLD_MINUTES = 24 * 60;
const percent = whole("rulePercentInvalid", ...PERCENT);

const byTier = <Name extends string, Schema>(name: Name, schema: Schema) =>
	({ [`${name}1`]: schema, [`${name}2`]: schema, [`${name}3`]: schema }) as Record<
		`${Name}${1 | 2 | 3}`,
		Schema
	>;

type KickPoints = Exclude<KickField, "kickHold">;
const kickPoints = Object.fromEntries(KICK_FIELDS.map((field) => [field, points])) as Record<
	KickPoints,
	typeof points
>;

/** The form of the rules. */
export const rulesSchema = z.object({
	intent: z.enum(["save", "preview"], fieldError("pageExpired")),
	/** The version of the rules when the form was opened. */
	revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
	daily: points,
	streak: points,
	streakDays: whole("streakDaysInvalid", 1, MAX_STREAK_DAYS),
	watch: points,
	chatting: points,
	follow: points,
	month: points,
	raid: points,
	raider: points,
	cheer: points,
	...kickPoints,
	kickHold: whole("kickHoldInvalid", 0, MAX_HOLD_MINUTES),
	...byTier("subscription", points),
	...byTier("resubscription", points),
	...byTier("gift", points),
	...byTier("subscriber", percent),
	everybody: percent,
	boostUntil: z
		.string()
		.trim()
		.refine((text) => text === "" || isLocalTime(text), fieldError("boostUntilInvalid"))
		.default(""),
	ceiling: whole("ceilingInvalid", 0, MAX_CEILING),
	ignored: z
		.string()
		.max(60 * MAX_IGNORED, fieldError("ignoredInvalid"))
		.refine((text) => {
			const names = namesIn(text);
			return names.length <= MAX_IGNORED && names.every((name) => NAME.test(name));
		}, fieldError("ignoredInvalid"))
		.default(""),
});
