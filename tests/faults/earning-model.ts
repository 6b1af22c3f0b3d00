import { type EarningRules, NO_RULES } from "~/earning/rules/earning-rules";
import { platformIdOf } from "../../demo/platform-people.mjs";

export type Platform = "twitch" | "kick";

/** The rules until {@link RULES_FROM}, and since then. */
const BEFORE = {
	follow: 10,
	tiers: [100, 150, 200],
	months: 3,
	gifts: [20, 30, 40],
	raid: 5,
	raider: 1,
	cheer: 7,
};
const SINCE = {
	follow: 25,
	tiers: [110, 170, 230],
	months: 4,
	gifts: [11, 22, 33],
	raid: 9,
	raider: 2,
	cheer: 13,
};
const WATCH = 4;
const ACTIVE = 2;
const HOUR_MS = 60 * 60 * 1000;
/** Later than what happened a day ago, earlier than what happens now. */
export const RULES_FROM = new Date(Date.now() - 15 * HOUR_MS);
export const IGNORED = "somebot";

/** The rules as the site stores them. */
export const rulesOf = (paid: typeof BEFORE, ceiling: number): EarningRules => ({
	...NO_RULES,
	...{ watch: WATCH, active: ACTIVE, follow: paid.follow, month: paid.months },
	subscription: paid.tiers as [number, number, number],
	resubscription: paid.tiers as [number, number, number],
	gift: paid.gifts as [number, number, number],
	...{ raid: paid.raid, raider: paid.raider, cheer: paid.cheer, ceiling, ignored: [IGNORED] },
});
export const ruleVersions = (ceiling: number) => [
	{ rules: rulesOf(BEFORE, ceiling), from: new Date(RULES_FROM.getTime() - 30 * 24 * HOUR_MS) },
	{ rules: rulesOf(SINCE, ceiling), from: RULES_FROM },
];

/** Something that a person did on a platform, once. */
export interface Happening {
	kind: string;
	facts: Record<string, number>;
	/** When, by the platform. */
	at: Date;
}

/** What a person has done on a platform since the last erasure. */
export class Account {
	readonly id: string;
	happenings: Happening[] = [];
	/** What an erasure has forgotten. */
	forgotten: Happening[] = [];

	constructor(
		readonly platform: Platform,
		readonly name: string,
	) {
		this.id = platformIdOf(name);
	}
}

/** A turn of watching that the site has stored. */
export interface StoredTurn {
	platform: Platform;
	at: string;
}

/** The points for a happening by the rules of its time. */
function pointsFor({ kind, facts, at }: Happening): number {
	const rules = at < RULES_FROM ? BEFORE : SINCE;
	const { tier = 0, count = 0, months = 0, viewers = 0, bits = 0 } = facts;
	switch (kind) {
		case "follow":
			return rules.follow;
		case "subscription":
			return rules.tiers[tier - 1] ?? 0;
		case "resubscription":
			return (rules.tiers[tier - 1] ?? 0) + rules.months * months;
		case "gift":
			return (rules.gifts[tier - 1] ?? 0) * count;
		case "raid":
			return rules.raid + rules.raider * viewers;
		case "cheer":
			return Math.floor((rules.cheer * bits) / 100);
		default:
			return 0;
	}
}

const dayOf = (at: Date) => at.toLocaleDateString("sv-SE", { timeZone: "Europe/Lisbon" });

interface Watching {
	turns: readonly StoredTurn[];
	/** The points of a turn of a platform for a person. */
	pointsOf(platform: Platform, name: string): number;
}

/** The points for a turn: everybody in the chat of Twitch; on Kick, which has no list, those who wrote. */
export const watchingOf = (
	turns: readonly StoredTurn[],
	chat: Record<Platform, { present: ReadonlySet<string>; active: ReadonlySet<string> }>,
): Watching => ({
	turns,
	pointsOf: (platform, name) =>
		chat[platform].present.has(name) ? WATCH + (chat[platform].active.has(name) ? ACTIVE : 0) : 0,
});

/** The points of all turns of an account, without a ceiling. */
export const watchedBy = (account: Account, { turns, pointsOf }: Watching): number =>
	turns
		.filter(({ platform }) => platform === account.platform)
		.reduce((sum) => sum + pointsOf(account.platform, account.name), 0);

/** What the user of these accounts has earned: each day's sum, up to the ceiling. */
export function earnedBy(accounts: readonly Account[], watching: Watching, ceiling: number): number {
	const days = new Map<string, number>();
	const add = (at: Date, points: number) => days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + points);
	for (const { platform, name, happenings } of accounts) {
		for (const happening of name === IGNORED ? [] : happenings) add(happening.at, pointsFor(happening));
		for (const turn of watching.turns) {
			if (turn.platform === platform) add(new Date(turn.at), watching.pointsOf(platform, name));
		}
	}
	return [...days.values()].reduce((sum, points) => sum + Math.min(ceiling, points), 0);
}
