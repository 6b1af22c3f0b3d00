import type { Db } from "db/database";
import { marketJob } from "~/events/predictions/decide.server";
import { actOnMarket, openMarket, stakeOn } from "~/events/predictions/markets.server";
import { predictionInvariants } from "~/events/predictions/predictions.audit.server";
import type { MarketAct, NewMarketForm } from "~/events/predictions/predictions.schema";
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
		async open(form: object = {}): Promise<string> {
			await openMarket(site, ADMIN.id, {
				...{ intent: "open", question: "Who wins?", outcomes: ["red", "blue"] },
				...{ idempotencyKey: crypto.randomUUID(), minutes: 10, maxStake: 500 },
				...form,
			} as NewMarketForm);
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
			await stakeOn(site, { id: userId(name), isAdmin: false, rights: [] }, form);
			clock.pass(1);
		},
		/** Acts as an admin, with a form of now. */
		async act(intent: MarketAct["intent"], marketId: string, form: object = {}, name = "boss") {
			const { revision } = await market(marketId);
			await actOnMarket(site, userId(name), { intent, marketId, revision, ...form } as MarketAct);
		},
		/** Runs the jobs that are due after a time. */
		async wait(ms: number) {
			clock.pass(ms);
			await settleJobs(site, [marketJob]);
		},
		points: async (name: string) => (await rowOf(db, "user_points", { user_id: userId(name) })).points,
		page: (name?: string, language: "pt" | "en" = "en") =>
			readPredictions(
				site,
				name === undefined ? undefined : { id: userId(name), isAdmin: name === "boss", rights: [] },
				language,
			),
		expectSound: () => expectInvariants(db, ...predictionInvariants, ...ledgerInvariants),
	};
}
