import type { PlatformId } from "../inbox/platform-event";

/** Tiers 1 to 3 of a subscription. */
export type Tier = 1 | 2 | 3;
export type ByTier = readonly [number, number, number];
export const TIERS: readonly Tier[] = [1, 2, 3];

/** Minutes between two turns that pay for watching. */
export const WATCH_MINUTES = 5;

export const GROUPS = ["site", "twitch", "kick", "watching", "limits"] as const;

interface Declared {
	/** The group of the form. The rules of Kick are those of Twitch that exist there, with `kick` in front. */
	group: (typeof GROUPS)[number];
	/** `names`: of accounts, in lower case. `instant`: ISO 8601, or null. */
	kind: "points" | "percent" | "days" | "minutes" | "ceiling" | "instant" | "names";
	/** An amount for each tier. */
	byTier?: true;
}

/**
 * The rules by which viewers earn points. Each has its texts in `earning.rules`: a field and, except for Kick, a hint. Amounts
 * are whole points; 0 turns a source off.
 */
export const RULES = {
	/** The daily bonus on the first day of a streak. */
	daily: { group: "site", kind: "points" },
	/** Added for each further day of the streak, up to the day `streakDays`. */
	streak: { group: "site", kind: "points" },
	streakDays: { group: "site", kind: "days" },
	/** For each turn of {@link WATCH_MINUTES} minutes in the chat of the running stream. */
	watch: { group: "twitch", kind: "points" },
	/** Added to `watch` for those who have written in the chat within the last 15 minutes. */
	chatting: { group: "twitch", kind: "points" },
	/** Once per viewer, ever. */
	follow: { group: "twitch", kind: "points" },
	/** For 100 Bits. 0 by default, because Twitch forbids the exchange of Bits for something of value. */
	cheer: { group: "twitch", kind: "points" },
	subscription: { group: "twitch", kind: "points", byTier: true },
	resubscription: { group: "twitch", kind: "points", byTier: true },
	/** Added to `resubscription` for each month that the subscription has lasted. */
	month: { group: "twitch", kind: "points" },
	/** For each subscription that a viewer gives to others. */
	gift: { group: "twitch", kind: "points", byTier: true },
	raid: { group: "twitch", kind: "points" },
	/** Added to `raid` for each viewer that it brings. */
	raider: { group: "twitch", kind: "points" },
	kickWatch: { group: "kick", kind: "points" },
	kickChatting: { group: "kick", kind: "points" },
	kickFollow: { group: "kick", kind: "points" },
	kickSubscription: { group: "kick", kind: "points" },
	kickResubscription: { group: "kick", kind: "points" },
	kickMonth: { group: "kick", kind: "points" },
	kickGift: { group: "kick", kind: "points" },
	/** Minutes that a gift waits before it is paid: Kick also announces gifts whose payment fails. */
	kickHold: { group: "kick", kind: "minutes" },
	/** Percentage of `watch` and `chatting` for subscribers. The highest percentage counts. */
	subscriber: { group: "watching", kind: "percent", byTier: true },
	/** The same for everybody, until `boostUntil`. */
	everybody: { group: "watching", kind: "percent" },
	boostUntil: { group: "watching", kind: "instant" },
	/** Maximum points per viewer and day from all sources but claim codes; 0 for no limit. */
	ceiling: { group: "limits", kind: "ceiling" },
	/** Names on the platform of accounts that earn nothing, such as bots. */
	ignored: { group: "limits", kind: "names" },
} as const satisfies Record<string, Declared>;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

/** The declaration of a rule, with all optional properties. */
export const ruleOf = (name: RuleName): Declared => RULES[name];

type ValueOf<Rule extends Declared> = Rule extends { byTier: true }
	? ByTier
	: Rule["kind"] extends "instant"
		? string | null
		: Rule["kind"] extends "names"
			? readonly string[]
			: number;

export type EarningRules = { readonly [Name in RuleName]: ValueOf<(typeof RULES)[Name]> };

/** The fields of a rule in the form: one for each tier, such as `gift2`. */
export const fieldsOfRule = (name: RuleName): string[] =>
	ruleOf(name).byTier ? TIERS.map((tier) => `${name}${tier}`) : [name];

/** The texts of all fields of the form. */
export type RuleFields = Readonly<Record<string, string>>;

const NOTHING = { points: 0, percent: 100, days: 7, minutes: 60, ceiling: 0, instant: null, names: [] };

const forEachTier = <Value>(value: Value) => [value, value, value];

/** The rules of a site whose admins have saved none: nothing is paid. */
export const NO_RULES = Object.fromEntries(
	RULE_NAMES.map((name) => {
		const { kind, byTier } = ruleOf(name);
		return [name, byTier ? forEachTier(NOTHING[kind]) : NOTHING[kind]];
	}),
) as unknown as EarningRules;

/** The rules with the amounts of a platform. */
export function rulesOn(platform: PlatformId, rules: EarningRules): EarningRules {
	if (platform === "twitch") return rules;
	const own = RULE_NAMES.filter((name) => ruleOf(name).group === "twitch").map((name) => {
		const named = `${platform}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
		const points = (rules as Readonly<Record<string, unknown>>)[named] ?? 0;
		return [name, ruleOf(name).byTier ? forEachTier(points) : points];
	});
	return { ...rules, ...(Object.fromEntries(own) as Partial<EarningRules>) };
}

const MINUTE_MS = 60_000;

/** ms that an event waits before it is paid. In this time, another announcement of it does not count. */
export const holdMsOf = (platform: PlatformId, kind: string, rules: EarningRules): number =>
	platform === "kick" && kind === "gift" && rules.kickGift > 0 ? rules.kickHold * MINUTE_MS : 0;

/** Whether an account earns nothing. @param name on the platform. */
export const isIgnored = ({ ignored }: EarningRules, name: string): boolean =>
	ignored.includes(name.toLowerCase());

/** The daily bonus on a day of a streak, counted from 1. */
export const dailyBonusOf = ({ daily, streak, streakDays }: EarningRules, day: number): number =>
	daily === 0 ? 0 : daily + streak * (Math.min(day, streakDays) - 1);
