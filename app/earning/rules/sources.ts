import type { TFunction } from "i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { MAX_POINTS } from "~/points/amounts";
import { type ByTier, type EarningRules, type Tier, WATCH_MINUTES } from "./rules";

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

interface Source<Event> {
	/** The types of the platforms' events. */
	types: readonly string[];
	/** The stored numbers of an event. */
	facts: readonly Exclude<keyof Event, "kind">[];
	/** Points, before the ceiling of the day. @param at when it happened. */
	pays(event: Event, rules: EarningRules, at: Date): number;
	/** What the page “Earn points” says: a line for each amount that is paid. */
	says(rules: EarningRules, say: Say): string[];
}

type Say = ReturnType<typeof sayIn>;

const ofTier = (points: ByTier, tier: Tier): number => points[tier - 1] ?? 0;

/** The ways to earn points on the stream. Each has its name in `earning.sources`. */
export const SOURCES: {
	readonly [Kind in StreamEventKind]: Source<Extract<StreamEvent, { kind: Kind }>>;
} = {
	watch: {
		types: [],
		facts: [],
		pays({ isActive, tier }, rules, at) {
			const points = rules.watch + (isActive ? rules.chatting : 0);
			return Math.floor((points * percentFor(tier, rules, at)) / 100);
		},
		says: ({ watch, chatting }, { t, number, line }) => [
			...line(watch, t("earning.ways.watch", { count: watch, minutes: WATCH_MINUTES })),
			...line(chatting, t("earning.ways.active", { points: number(chatting) })),
		],
	},
	follow: {
		types: ["channel.follow", "channel.followed"],
		facts: [],
		pays: (_event, rules) => rules.follow,
		says: ({ follow }, { t, line }) => line(follow, t("earning.ways.follow", { count: follow })),
	},
	subscription: {
		types: ["channel.subscribe", "channel.subscription.new"],
		facts: ["tier"],
		pays: ({ tier }, rules) => ofTier(rules.subscription, tier),
		says: (rules, { perTier }) => perTier(rules.subscription),
	},
	resubscription: {
		types: ["channel.subscription.message", "channel.subscription.renewal"],
		facts: ["tier", "months"],
		pays: ({ tier, months }, rules) => ofTier(rules.resubscription, tier) + rules.month * months,
		says: ({ resubscription, month }, { t, number, line, perTier }) => [
			...perTier(resubscription),
			...line(month, t("earning.ways.month", { points: number(month) })),
		],
	},
	gift: {
		types: ["channel.subscription.gift", "channel.subscription.gifts"],
		facts: ["tier", "count"],
		pays: ({ tier, count }, rules) => ofTier(rules.gift, tier) * count,
		says: (rules, { perTier }) => perTier(rules.gift),
	},
	raid: {
		types: ["channel.raid"],
		facts: ["viewers"],
		pays: ({ viewers }, rules) => rules.raid + rules.raider * viewers,
		says: ({ raid, raider }, { t, number, line, points }) => [
			...points(raid),
			...line(raider, t("earning.ways.raider", { points: number(raider) })),
		],
	},
	cheer: {
		types: ["channel.cheer"],
		facts: ["bits"],
		pays: ({ bits }, rules) => Math.floor((rules.cheer * bits) / 100),
		says: ({ cheer }, { t, line }) => line(cheer, t("earning.ways.cheer", { count: cheer })),
	},
};

export const SOURCE_KINDS = Object.keys(SOURCES) as StreamEventKind[];

/** Writes amounts in a language; those of 0 points are left out. */
export function sayIn(t: TFunction, language: Language) {
	const line = (points: number, text: string) => (points > 0 ? [text] : []);
	const points = (count: number) => line(count, t("earning.ways.points", { count }));
	const perTier = (amounts: ByTier) =>
		new Set(amounts).size === 1
			? points(amounts[0])
			: amounts.flatMap((count, place) => line(count, t("earning.ways.tier", { tier: place + 1, count })));
	return { t, line, points, perTier, number: (amount: number) => formatPoints(amount, language) };
}

/** The highest percentage that applies to a viewer. Percentages are never multiplied with each other. */
function percentFor(tier: Tier | null, rules: EarningRules, at: Date): number {
	const isBoosted = rules.boostUntil !== null && at.toISOString() < rules.boostUntil;
	return Math.max(
		100,
		tier === null ? 100 : ofTier(rules.subscriber, tier),
		isBoosted ? rules.everybody : 100,
	);
}

/**
 * The event of a kind with stored facts; undefined for a kind that earns nothing.
 * @throws {TypeError} if a fact is missing or is not a whole number from 0.
 */
export function streamEventIn(
	kind: string,
	facts: Readonly<Record<string, unknown>>,
): StreamEvent | undefined {
	if (!Object.hasOwn(SOURCES, kind)) return undefined;
	for (const name of SOURCES[kind as StreamEventKind].facts) {
		const fact = facts[name];
		if (!Number.isSafeInteger(fact) || Number(fact) < 0) throw new TypeError(`${kind} without ${name}`);
	}
	return { ...facts, kind } as StreamEvent;
}

/**
 * The points for an event, before the ceiling of the day. At most {@link MAX_POINTS}, for any numbers that a platform sends.
 * @param at when it happened.
 */
export function earningOf(event: StreamEvent, rules: EarningRules, at: Date): number {
	const source = SOURCES[event.kind] as Source<StreamEvent>;
	return Math.min(MAX_POINTS, source.pays(event, rules, at));
}
