import { type EarningRules, NO_RULES, rulesOn } from "~/earning/rules/rules";
import { earningOf, streamEventIn } from "~/earning/rules/sources";
import { platformIdOf } from "../../demo/platform-people.mjs";

export type Platform = "twitch" | "kick";

const HOUR_MS = 60 * 60 * 1000;
/** Later than what happened a day ago, earlier than what happens now. */
const RULES_FROM = new Date(Date.now() - 15 * HOUR_MS);
export const IGNORED = "somebot";

/** The rules until {@link RULES_FROM}, and since then. */
const BEFORE: EarningRules = {
	...NO_RULES,
	...{ watch: 4, chatting: 2, follow: 10, month: 3, raid: 5, raider: 1, cheer: 7, ignored: [IGNORED] },
	...{ subscription: [100, 150, 200], resubscription: [100, 150, 200], gift: [20, 30, 40] },
	// Gifts do not wait, so that each is paid within the test.
	...{
		kickWatch: 5,
		kickChatting: 1,
		kickFollow: 9,
		kickSubscription: 90,
		kickResubscription: 80,
		kickMonth: 2,
		kickGift: 15,
		kickHold: 0,
	},
};
const SINCE: EarningRules = {
	...BEFORE,
	...{ follow: 25, month: 4, raid: 9, cheer: 13, gift: [11, 22, 33] },
	...{ kickFollow: 12, kickGift: 7 },
};

export const ruleVersions = (ceiling: number) => [
	{ rules: { ...BEFORE, ceiling }, from: new Date(RULES_FROM.getTime() - 30 * 24 * HOUR_MS) },
	{ rules: { ...SINCE, ceiling }, from: RULES_FROM },
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

type Chat = Record<Platform, { present: ReadonlySet<string>; active: ReadonlySet<string> }>;

/** The points of the turns of an account: everybody in the chat of Twitch; on Kick, which has no list, those who wrote. */
function watched({ platform, name }: Account, turns: readonly StoredTurn[], chat: Chat) {
	const { present, active } = chat[platform];
	const rules = rulesOn(platform, SINCE);
	const points = present.has(name) ? rules.watch + (active.has(name) ? rules.chatting : 0) : 0;
	return turns.filter((turn) => turn.platform === platform).map(({ at }) => ({ at: new Date(at), points }));
}

/** The points of all turns of an account, without a ceiling. */
export const watchedBy = (account: Account, turns: readonly StoredTurn[], chat: Chat): number =>
	watched(account, turns, chat).reduce((sum, { points }) => sum + points, 0);

/** What the user of these accounts has earned: each day's sum, up to the ceiling. */
export function earnedBy(
	accounts: readonly Account[],
	turns: readonly StoredTurn[],
	chat: Chat,
	ceiling: number,
): number {
	const all = accounts.flatMap((account) => [
		...watched(account, turns, chat),
		...(account.name === IGNORED ? [] : account.happenings).map(({ kind, facts, at }) => {
			const event = streamEventIn(kind, facts);
			const rules = rulesOn(account.platform, at < RULES_FROM ? BEFORE : SINCE);
			return { at, points: event ? earningOf(event, rules, at) : 0 };
		}),
	]);
	const days = new Map<string, number>();
	for (const { at, points } of all) {
		const day = at.toLocaleDateString("sv-SE", { timeZone: "Europe/Lisbon" });
		days.set(day, (days.get(day) ?? 0) + points);
	}
	return [...days.values()].reduce((sum, points) => sum + Math.min(ceiling, points), 0);
}
