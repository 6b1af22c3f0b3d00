import type { Db } from "db/database";
import { marketJob } from "~/events/predictions/decide.server";
import { openMarket, stakeOn } from "~/events/predictions/markets.server";
import { predictionInvariants } from "~/events/predictions/predictions.audit.server";
import { readPredictions } from "~/events/predictions/predictions-page.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { fakeClock, userId } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { rowOf, rowsOf } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

const ADMIN = { id: userId("boss"), isAdmin: true };

/** Predictions on a database with the admin boss. The stream has a delay of ten seconds. */
export function openPredictions({ db }: { db: Db }) {
	const clock = fakeClock();
	const nothing = () => {};
	const site = testSite({
		...{ db, now: clock.now, config: { SITE_TIMEZONE: "Europe/Lisbon", STREAM_DELAY_SECONDS: 10 } },
		...{ marketChanged: nothing, announceBalance: nothing, announceRestriction: nothing },
		...{ announceNotices: nothing, huntChanged: nothing, wakeJobs: nothing },
	});
	const market = (id: string) => rowOf(db, "markets", { id });
	return {
		...{ db, clock, site, market },
		async open(form: Partial<Parameters<typeof openMarket>[2]> = {}): Promise<string> {
			await openMarket(site, ADMIN.id, {
				...{ idempotencyKey: crypto.randomUUID(), minutes: 10, maxStake: 500 },
				about: { question: "Who wins?", outcomes: ["red", "blue"] },
				...form,
			});
			clock.pass(1);
			return (await rowsOf(db, "markets")).at(-1)?.id ?? "";
		},
		async stake(
			name: string,
			marketId: string,
			outcome: number,
			points: number,
			key?: string,
		): Promise<void> {
			const form = { idempotencyKey: key ?? crypto.randomUUID(), marketId, outcome, points };
			await stakeOn(site, { id: userId(name), isAdmin: false }, form);
			clock.pass(1);
		},
		/** The id of a prediction with its revision, as a form has it. */
		act: async (marketId: string) => ({ marketId, revision: (await market(marketId)).revision }),
		/** Runs the jobs that are due after a time. */
		async wait(ms: number) {
			clock.pass(ms);
			await settleJobs(site, [marketJob]);
		},
		points: async (name: string) => (await rowOf(db, "user_points", { user_id: userId(name) })).points,
		page: (name?: string, language: "pt" | "en" = "en") =>
			readPredictions(
				site,
				name === undefined ? undefined : { id: userId(name), isAdmin: name === "boss" },
				language,
			),
		expectSound: () => expectInvariants(db, ...predictionInvariants, ...ledgerInvariants),
	};
}
