import type { Trx } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import { announce, retract } from "~/announcements/announce.server";
import { defineJob } from "~/jobs/job";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { announceChanges } from "~/points/balance-topic.server";
import { postMany } from "~/points/ledger/ledger.server";
import { payoutsOf, UNDECIDED_MS, UNDO_MS } from "./predictions";
import {
	findLastStakeAt,
	findMarket,
	findStakes,
	findUnpaidMarkets,
	hasStakeOfDecider,
	type Market,
	updateMarket,
} from "./predictions.queries.server";
import { readSource } from "./sources.server";

type PaySite = Pick<Site, "log" | "announceBalance" | "announceNotices" | "marketChanged">;

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Stores the job that pays a decided prediction, or refunds one that nobody decides. A job of an earlier revision does nothing. */
export const addMarketJob = (
	trx: Trx,
	{ id, revision, pays_at, locks_at }: Pick<Market, "id" | "revision" | "pays_at" | "locks_at">,
	at: Date,
): Promise<void> =>
	addJob(trx, marketJob, {
		...{ reference: `${id}:${revision}`, key: id, at, body: { marketId: id, revision } },
		dueAt: pays_at === null ? later(new Date(locks_at), UNDECIDED_MS) : new Date(pays_at),
	});

export type MarketState = Pick<Market, "state" | "pays_at" | "result" | "cause" | "decided_by">;

export const UNDECIDED: MarketState = {
	...{ state: "open", pays_at: null, result: null, cause: null, decided_by: null },
};

/**
 * The state of a prediction with a result, or with the cause why there is none. It is paid after {@link UNDO_MS}.
 * @param decision.decided_by null for the site.
 */
export const decidedAs = (
	decision: Pick<Market, "result" | "cause" | "decided_by">,
	at: Date,
): MarketState => ({ ...decision, state: "decided", pays_at: later(at, UNDO_MS).toISOString() });

/**
 * Changes a prediction, with the job that follows. Its stakes end now, if they have not ended. The last stake is read, so that a
 * concurrent one conflicts.
 */
export async function changeMarket(trx: Trx, market: Market, state: MarketState, at: Date): Promise<Market> {
	// The clocks of two processes may differ by some ms.
	const ends = [at.toISOString(), (await findLastStakeAt(trx, market.id)) ?? ""].sort().at(-1) ?? "";
	const locks_at = ends < market.locks_at ? ends : market.locks_at;
	const change = { ...state, locks_at, revision: market.revision + 1 };
	await updateMarket(trx, market.id, change);
	const changed = { ...market, ...change };
	await addMarketJob(trx, changed, at);
	const data = { marketId: market.id };
	if (locks_at !== market.locks_at) {
		// One that is decided or cancelled at once is not announced as locked.
		await retract(trx, "prediction.locked", market.id);
		const locked = { reference: market.id, data, at: locks_at };
		if (state.state === "open") await announce(trx, { type: "prediction.locked", ...locked });
	}
	if (state.state === "decided" && state.result !== null) {
		const decided = { reference: `${market.id}:${changed.revision}`, data, at: at.toISOString() };
		await announce(trx, { type: "prediction.decided", ...decided });
	}
	return changed;
}

/**
 * Makes a prediction follow its hunt or match: it is locked once something of it was shown, decided once it is over, and undecided
 * again while it is not. A cancellation stays. One with a stake of somebody who has run the hunt or match is cancelled.
 * @returns the changed prediction; undefined if nothing has changed.
 */
async function followSource(trx: Trx, market: Market, at: Date): Promise<Market | undefined> {
	const { state } = market;
	const source = market.cause === "cancelled" ? undefined : await readSource(trx, market);
	if (!source) return undefined;
	if (source.phase !== "over") {
		const isOpen = market.locks_at > at.toISOString();
		const follows = state === "decided" || (source.phase === "begun" && isOpen);
		return follows ? changeMarket(trx, market, UNDECIDED, at) : undefined;
	}
	const isOwn = await hasStakeOfDecider(trx, market);
	const { result, cause } = isOwn ? ({ result: null, cause: "cancelled" } as const) : source;
	if (state === "decided" && market.result === result && market.cause === cause) return undefined;
	return changeMarket(trx, market, decidedAs({ result, cause, decided_by: null }, at), at);
}

/**
 * Makes all predictions follow their hunts and matches. Call it after each change of one, and regularly, because a stop may prevent
 * the call after a change.
 */
export async function followSources(site: Pick<Site, "db" | "now" | "log" | "marketChanged">): Promise<void> {
	const markets = (await findUnpaidMarkets(site.db)).filter(({ terms }) => terms.kind !== "manual");
	for (const { id } of markets) {
		const changed = await transact(site.db, async (trx) => {
			const market = await findMarket(trx, id);
			return market && market.state !== "paid" ? followSource(trx, market, site.now()) : undefined;
		});
		if (!changed) continue;
		site.log.info({ event: "market-followed", marketId: id, state: changed.state, result: changed.result });
		site.marketChanged();
	}
}

/** Stakes that one transaction pays, so that other writes run in between. */
const PAID_AT_ONCE = 200;

/**
 * Pays a decided prediction when it can no longer be undone, and refunds one that nobody has decided, in several transactions. The
 * first of them ends the time for an undo.
 */
export const marketJob = defineJob({
	kind: "prediction",
	body: z.object({ marketId: z.string(), revision: z.number() }),
	waits: [30_000],
	afterLast: "again",
	pauseMs: 20,
	async act(site: PaySite, trx, { marketId, revision }, { at }) {
		let market = await findMarket(trx, marketId);
		const isPaid = market?.state === "paid";
		if (!market || market.revision !== (isPaid ? revision + 1 : revision)) return undefined;
		if (!isPaid) {
			// Its hunt or match has changed since: the job that follows the change pays.
			if (await followSource(trx, market, at)) return { after: site.marketChanged };
			const undecided = { cause: "undecided", pays_at: at.toISOString() } as const;
			const state = { state: "paid", revision: revision + 1 } as const;
			const paid = { ...(market.state === "open" && undecided), ...state };
			await updateMarket(trx, marketId, paid);
			market = { ...market, ...paid };
		}
		const due = await duePayments(trx, market);
		const part = due.slice(0, PAID_AT_ONCE);
		const actor = market.decided_by ?? "system";
		await postMany(
			trx,
			part.map((payment) => ({ ...payment, actor, at })),
		);
		const notices = part.map(({ userId, reason, delta }) => ({
			...{ userId, kind: reason, reference: marketId, data: { marketId, points: delta } },
		}));
		await addNotices(trx, notices, { at, by: undefined });
		return {
			again: due.length > part.length,
			after() {
				const users = part.map(({ userId }) => userId);
				site.log.info({ event: "market-paid", marketId, viewers: users.length });
				announceChanges(site, users);
				site.marketChanged();
			},
		};
	},
});

/** What a prediction has still to pay, computed from all its stakes. */
async function duePayments(trx: Trx, { id, result }: Market) {
	const stakes = await findStakes(trx, id);
	const { isRefund, payouts } = payoutsOf(stakes, result);
	return stakes.flatMap(({ id: reference, user_id: userId, paid }, index) => {
		const delta = payouts[index] ?? 0;
		if (paid !== null || delta === 0) return [];
		return [
			{ userId, delta, reason: isRefund ? "prediction-refund" : "prediction-payout", reference } as const,
		];
	});
}
