import { eraseAccount, eraseUser } from "~/account/erasure.server";
import { createForgottenEvents } from "~/earning/inbox/forgotten.server";
import { decideGift, type GiftDecision } from "~/earning/inbox/held-gifts.server";
import { platformEvent, receiveEvent } from "~/earning/inbox/inbox.server";
import { createPeople } from "~/earning/inbox/people.server";
import type { PlatformEvent } from "~/earning/inbox/platform-event";
import { type EarningRules, NO_RULES } from "~/earning/rules/rules";
import { addTurn, type Turn, type Watcher, waitedWatch, watchSlice } from "~/earning/watch/watch.server";
import { fakeClock, type TestDatabase } from "../../support/database";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";

/** Rules with different amounts for each kind of event. */
export const RULES: EarningRules = {
	...NO_RULES,
	...{ watch: 5, chatting: 3, follow: 50, subscription: [500, 1000, 2500], resubscription: [100, 200, 500] },
	...{ month: 10, gift: [200, 400, 1000], raid: 100, raider: 2 },
	...{ kickWatch: 4, kickChatting: 2, kickFollow: 40, kickSubscription: 450, kickResubscription: 90 },
	...{ kickMonth: 9, kickGift: 250, kickHold: 60 },
	ignored: ["somebot"],
};

/** The kinds of jobs that credit what happens on a stream. */
export const STREAM_JOBS = [platformEvent, watchSlice, waitedWatch];

/** The part of a site that credits what happens on a stream. */
export function openStreamSite(
	test: Pick<TestDatabase, "db">,
	rulesAt: (at: Date) => EarningRules = () => RULES,
	{ sliceSize }: { sliceSize?: number } = {},
) {
	const clock = fakeClock();
	const balances: string[] = [];
	const errors: unknown[] = [];
	const note = (entry: unknown) => errors.push(entry);
	const config = {
		...{ SITE_TIMEZONE: "Europe/Lisbon", OIDC_ISSUER: "https://id.twitch.tv/oauth2" },
		...{ OIDC_PLATFORM: "twitch" as const, OIDC_PLATFORM_ID_CLAIM: undefined },
	};
	const forgotten = createForgottenEvents("k".repeat(64), clock.now);
	const erasure = { db: test.db, remember: forgotten.remember };
	const services = {
		...{ db: test.db, log: { info() {}, warn: note, error: note }, now: clock.now, rulesAt, forgotten },
		// All arguments are sent to the other processes.
		announceBalance: (...values: string[]) => void balances.push(...values),
		...{ announceNotices() {}, wakeJobs() {} },
	};
	const site = testSite({ ...services, config });
	const people = createPeople(site);
	const kickPeople = createPeople(
		testSite({ ...services, config: { ...config, OIDC_ISSUER: "https://login.example" } }),
	);
	return {
		...{ clock, balances, errors, people, site },
		receive: (event: PlatformEvent) => receiveEvent(site, event),
		addTurn: (turn: Turn, watchers: readonly Watcher[]) => addTurn(site, turn, watchers, sliceSize),
		/** Handles everything that is due now. */
		settle: (jobs = STREAM_JOBS) => settleJobs(site, jobs),
		erase: (userId: string) => eraseUser(erasure, userId),
		eraseAccount: (platform: string, personId: string) => eraseAccount(erasure, platform, personId),
		decideGift: (adminId: string, id: number, decision: GiftDecision) =>
			decideGift(site, adminId, id, decision),
		/** Signs a user in with an account of Twitch. */
		signIn: (userId: string, personId: string) => people.link(userId, { sub: personId }),
		/** Signs a user in with an account of Kick. */
		signInFromKick: (userId: string, personId: string) =>
			kickPeople.link(userId, { sub: `oauth2|kick|${personId}` }),
	};
}

let count = 0;

/** An event of Twitch, by default a follow of the account 1. */
export const eventOf = (event: Partial<PlatformEvent> = {}): PlatformEvent => ({
	...{ platform: "twitch", messageId: `m${++count}`, kind: "follow", person: { id: "1", name: "ana" } },
	happenedAt: new Date("2026-03-04T12:00:00.000Z"),
	...event,
});

export const watcher = (id: string, changes: Partial<Watcher> = {}): Watcher => ({
	...{ id, name: `name${id}`, isActive: false, tier: null },
	...changes,
});
