import { MAX_POINTS } from "~/points/amounts";
import type { PlatformId } from "../inbox/platform-event";

/** The rules by which viewers earn points. Amounts are whole points; 0 turns a source off. Those of events are for Twitch. */
export interface EarningRules {
	/** For each turn of {@link WATCH_MINUTES} minutes in the chat of the running stream. */
	watch: number;
	/** Added to `watch` for those who have written in the chat within the last 15 minutes. */
	active: number;
	/** Once per viewer, ever. */
	follow: number;
	/** A new subscription, by tier. */
	subscription: ByTier;
	/** A renewed subscription, by tier. */
	resubscription: ByTier;
	/** Added to `resubscription` for each month that the subscription has lasted. */
	month: number;
	/** For each subscription that a viewer gives to others, by tier. */
	gift: ByTier;
	/** A raid. */
	raid: number;
	/** Added to `raid` for each viewer that it brings. */
	raider: number;
	/** For 100 Bits. 0 by default, because Twitch forbids the exchange of Bits for something of value. */
	cheer: number;
	kick: KickRules;
	/** The daily bonus on the first day of a streak. */
	daily: number;
	/** Added for each further day of the streak, up to the day `streakDays`. */
	streak: number;
	streakDays: number;
	/** Percentages that apply to `watch` and `active`; the highest one counts. */
	percent: {
		/** For subscribers, by tier. */
		subscriber: ByTier;
		/** For everybody until an instant (ISO 8601). */
		everybody: number;
		until: string | null;
	};
	/** Maximum points per viewer and day from all sources but claim codes; 0 for no limit. */
	ceiling: number;
	/** Names on the platform, in lower case, of accounts that earn nothing, such as bots. */
	ignored: readonly string[];
}

/** The amounts of Kick, which has no tiers, raids and Bits. */
export interface KickRules {
	watch: number;
	active: number;
	follow: number;
	subscription: number;
	resubscription: number;
	month: number;
	gift: number;
	/** Minutes that a gift waits before it is paid: Kick also announces gifts whose payment fails. */
	hold: number;
}

/** Tiers 1 to 3 of a subscription. */
export type Tier = 1 | 2 | 3;
export type ByTier = readonly [number, number, number];

/** Minutes between two turns that pay for watching. */
export const WATCH_MINUTES = 5;

const NOTHING: ByTier = [0, 0, 0];
const WHOLE: ByTier = [100, 100, 100];

/** The rules of a site whose admins have saved none: nothing is paid. */
export const NO_RULES: EarningRules = {
	watch: 0,
	active: 0,
	follow: 0,
	subscription: NOTHING,
	resubscription: NOTHING,
	month: 0,
	gift: NOTHING,
	raid: 0,
	raider: 0,
	cheer: 0,
	kick: { watch: 0, active: 0, follow: 0, subscription: 0, resubscription: 0, month: 0, gift: 0, hold: 60 },
	daily: 0,
	streak: 0,
	streakDays: 7,
	percent: { subscriber: WHOLE, everybody: 100, until: null },
	ceiling: 0,
	ignored: [],
};

/** The rules with the amounts of a platform. */
export function rulesOn(platform: PlatformId, rules: EarningRules): EarningRules {
	if (platform === "twitch") return rules;
	const { subscription, resubscription, gift, hold: _hold, ...amounts } = rules.kick;
	const forEachTier = (points: number): ByTier => [points, points, points];
	return {
		...rules,
		...amounts,
		...{ subscription: forEachTier(subscription), resubscription: forEachTier(resubscription) },
		...{ gift: forEachTier(gift), raid: 0, raider: 0, cheer: 0 },
	};
}

const MINUTE_MS = 60_000;

/** ms that an event waits before it is paid. In this time, another announcement of it does not count. */
export const holdMsOf = (platform: PlatformId, kind: string, { kick }: EarningRules): number =>
	platform === "kick" && kind === "gift" && kick.gift > 0 ? kick.hold * MINUTE_MS : 0;

/** Something that a viewer did on the stream. */
export type StreamEvent =
	/** A turn of watching. */
	| { kind: "watch"; isActive: boolean; tier: Tier | null }
	| { kind: "follow" }
	| { kind: "subscription"; tier: Tier }
	| { kind: "resubscription"; tier: Tier; months: number }
	| { kind: "gift"; tier: Tier; count: number }
	| { kind: "raid"; viewers: number }
	| { kind: "cheer"; bits: number };

export type StreamEventKind = StreamEvent["kind"];

/** The stored fields of each kind of event. */
const FACTS: Readonly<Record<StreamEventKind, readonly string[]>> = {
	watch: [],
	follow: [],
	subscription: ["tier"],
	resubscription: ["tier", "months"],
	gift: ["tier", "count"],
	raid: ["viewers"],
	cheer: ["bits"],
};

/**
 * The event of a kind with stored facts; undefined for a kind that earns nothing.
 * @throws {TypeError} if a fact is missing or is not a whole number from 0.
 */
export function streamEventIn(
	kind: string,
	facts: Readonly<Record<string, unknown>>,
): StreamEvent | undefined {
	if (!Object.hasOwn(FACTS, kind)) return undefined;
	for (const name of FACTS[kind as StreamEventKind]) {
		const fact = facts[name];
		if (!Number.isSafeInteger(fact) || Number(fact) < 0) throw new TypeError(`${kind} without ${name}`);
	}
	return { ...facts, kind } as StreamEvent;
}

/** Whether an account earns nothing. @param name on the platform. */
export const isIgnored = ({ ignored }: EarningRules, name: string): boolean =>
	ignored.includes(name.toLowerCase());

const ofTier = (points: ByTier, tier: Tier): number => points[tier - 1] ?? 0;

/**
 * The points for an event, before the ceiling of the day. At most {@link MAX_POINTS}, for any numbers that a platform sends.
 * @param at when it happened.
 */
export const earningOf = (event: StreamEvent, rules: EarningRules, at: Date): number =>
	Math.min(MAX_POINTS, paidFor(event, rules, at));

function paidFor(event: StreamEvent, rules: EarningRules, at: Date): number {
	switch (event.kind) {
		case "watch": {
			const points = rules.watch + (event.isActive ? rules.active : 0);
			return Math.floor((points * percentFor(event.tier, rules, at)) / 100);
		}
		case "follow":
			return rules.follow;
		case "subscription":
			return ofTier(rules.subscription, event.tier);
		case "resubscription":
			return ofTier(rules.resubscription, event.tier) + rules.month * event.months;
		case "gift":
			return ofTier(rules.gift, event.tier) * event.count;
		case "raid":
			return rules.raid + rules.raider * event.viewers;
		case "cheer":
			return Math.floor((rules.cheer * event.bits) / 100);
	}
}

/** The highest percentage that applies to a viewer. Percentages are never multiplied with each other. */
function percentFor(tier: Tier | null, { percent }: EarningRules, at: Date): number {
	const isBoosted = percent.until !== null && at.toISOString() < percent.until;
	return Math.max(
		100,
		tier === null ? 100 : ofTier(percent.subscriber, tier),
		isBoosted ? percent.everybody : 100,
	);
}

/** The daily bonus on a day of a streak, counted from 1. */
export const dailyBonusOf = ({ daily, streak, streakDays }: EarningRules, day: number): number =>
	daily === 0 ? 0 : daily + streak * (Math.min(day, streakDays) - 1);
