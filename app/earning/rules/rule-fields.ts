import { instantIn, localTimeIn } from "~/lib/calendar";
import type { ByTier, EarningRules, KickRules, Tier } from "./earning-rules";

export const TIERS: readonly Tier[] = [1, 2, 3];
/** Rules with an amount or a percentage for each tier, which have a field per tier, such as `gift2`. */
export const TIERED = ["subscription", "resubscription", "gift", "subscriber"] as const;
/** Rules with one number. */
export const SINGLE = [
	"daily",
	"streak",
	"streakDays",
	"watch",
	"chatting",
	"everybody",
	"follow",
	"month",
	"raid",
	"raider",
	"cheer",
	"ceiling",
] as const;
/** The rules of Kick, by their fields. */
export const KICK_RULES = {
	kickWatch: "watch",
	kickChatting: "active",
	kickFollow: "follow",
	kickSubscription: "subscription",
	kickResubscription: "resubscription",
	kickMonth: "month",
	kickGift: "gift",
	kickHold: "hold",
} as const satisfies Record<string, keyof KickRules>;
export type KickField = keyof typeof KICK_RULES;
export const KICK_FIELDS = Object.keys(KICK_RULES) as KickField[];
type Single = (typeof SINGLE)[number] | KickField;
type Tiered = `${(typeof TIERED)[number]}${Tier}`;

/** The rules as fields of the form. */
export type RuleFields = Record<Single | Tiered, number> & {
	/** The end of `everybody`: a local date and time of the site's time zone, or empty. */
	boostUntil: string;
	/** One name per line. */
	ignored: string;
};

/** Names of accounts that are separated by white space or commas, in lower case and without their `@`. */
export const namesIn = (text: string): string[] => [
	...new Set(
		text
			.toLowerCase()
			.split(/[\s,]+/)
			.map((name) => name.replace(/^@/, ""))
			.filter((name) => name !== ""),
	),
];

const kickFieldsOf = ({ kick }: EarningRules) =>
	Object.fromEntries(KICK_FIELDS.map((field) => [field, kick[KICK_RULES[field]]])) as Record<
		KickField,
		number
	>;

const kickRulesOf = (fields: RuleFields) =>
	Object.fromEntries(KICK_FIELDS.map((field) => [KICK_RULES[field], fields[field]])) as unknown as KickRules;

/** Rules as fields of the form. */
export function fieldsOf(rules: EarningRules, timeZone: string): RuleFields {
	const { percent, active, subscription, resubscription, gift, ignored, kick: _kick, ...amounts } = rules;
	const tiers = { subscription, resubscription, gift, subscriber: percent.subscriber };
	const fields = TIERED.flatMap((name) => TIERS.map((tier) => [`${name}${tier}`, tiers[name][tier - 1]]));
	return {
		...amounts,
		chatting: active,
		...kickFieldsOf(rules),
		...(Object.fromEntries(fields) as Record<Tiered, number>),
		everybody: percent.everybody,
		boostUntil: percent.until ? localTimeIn(timeZone, new Date(percent.until)) : "",
		ignored: ignored.join("\n"),
	};
}

/** Fields of the form as rules; the inverse of {@link fieldsOf}. */
export function rulesOf(fields: RuleFields, timeZone: string): EarningRules {
	const tiersOf = (name: (typeof TIERED)[number]): ByTier => [
		fields[`${name}1`],
		fields[`${name}2`],
		fields[`${name}3`],
	];
	return {
		watch: fields.watch,
		active: fields.chatting,
		follow: fields.follow,
		subscription: tiersOf("subscription"),
		resubscription: tiersOf("resubscription"),
		month: fields.month,
		gift: tiersOf("gift"),
		raid: fields.raid,
		raider: fields.raider,
		cheer: fields.cheer,
		kick: kickRulesOf(fields),
		daily: fields.daily,
		streak: fields.streak,
		streakDays: fields.streakDays,
		percent: {
			subscriber: tiersOf("subscriber"),
			everybody: fields.everybody,
			until: fields.boostUntil ? instantIn(timeZone, fields.boostUntil).toISOString() : null,
		},
		ceiling: fields.ceiling,
		ignored: namesIn(fields.ignored),
	};
}

/** The rules as fields of the change log, which has one field for all tiers. */
export function loggedFields(rules: EarningRules): Record<string, string | number | null> {
	const { percent, active, subscription, resubscription, gift, ignored, kick: _kick, ...amounts } = rules;
	return {
		...amounts,
		chatting: active,
		...kickFieldsOf(rules),
		everybody: percent.everybody,
		boostUntil: percent.until,
		subscription: subscription.join(" / "),
		resubscription: resubscription.join(" / "),
		gift: gift.join(" / "),
		subscriber: percent.subscriber.join(" / "),
		ignored: ignored.join(", "),
	};
}
