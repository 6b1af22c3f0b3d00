import type { Trx } from "db/database";
import type { Markets } from "db/schema";
import { transact } from "db/transact";
import type { Updateable } from "kysely";
import { z } from "zod";
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
	type Market,
	updateMarket,
} from "./predictions.queries.server";
import { readSource } from "./sources.server";

type PaySite = Pick<Site, "log" | "announceBalance" | "announceNotices" | "marketChanged">;

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Stores the job that follows a state of a prediction. A job of an earlier revision does nothing. */
export const addMarketJob = (trx: Trx, id: string, revision: number, dueAt: Date, at: Date): Promise<void> =>
	addJob(trx, marketJob, {
		...{ reference: `${id}:${revision}`, key: id, dueAt, at },
		body: { marketId: id, revision },
	});

/**
 * Changes a prediction, with the job that follows.
 * @param change.locks whether its stakes end now, if they have not ended. The last stake is read, so that a concurrent one conflicts.
 */
async function changeMarket(
	trx: Trx,
	market: Market,
	change: Updateable<Markets> & { locks: boolean; dueAt: Date },
	at: Date,
): Promise<Market> {
	const { locks, dueAt, ...columns } = change;
	const last = locks ? ((await findLastStakeAt(trx, market.id)) ?? "") : "";
	// The clocks of two processes may differ by some ms.
	const lock = [at.toISOString(), last].reduce((one, other) => (one > other ? one : other));
	const lockColumn = locks && lock < market.locks_at ? { locks_at: lock } : {};
	const after = { ...columns, ...lockColumn, revision: market.revision + 1 };
	await updateMarket(trx, market.id, after);
	await addMarketJob(trx, market.id, after.revision, dueAt, at);
	return { ...market, ...after } as Market;
}

/** Ends the stakes now. */
export const lockMarket = (trx: Trx, market: Market, at: Date): Promise<Market> =>
	changeMarket(trx, market, { locks: true, dueAt: later(at, UNDECIDED_MS) }, at);

/** What has happened, or why there is no result; `decided_by` is null for the site. */
export type Decision = Pick<Market, "result" | "cause" | "decided_by">;

/** Decides a prediction, or decides it again, and ends its stakes. It is paid after {@link UNDO_MS}. */
export function decideMarket(trx: Trx, market: Market, decision: Decision, at: Date): Promise<Market> {
	const dueAt = later(at, UNDO_MS);
	const columns = { ...decision, state: "decided", pays_at: dueAt.toISOString() } as const;
	return changeMarket(trx, market, { ...columns, locks: true, dueAt }, at);
}

const UNDECIDED = { state: "open", pays_at: null, result: null, cause: null, decided_by: null } as const;

/** Makes a decided prediction undecided. Its stakes stay locked. */
export const reopenMarket = (trx: Trx, market: Market, at: Date): Promise<Market> =>
	changeMarket(trx, market, { ...UNDECIDED, locks: false, dueAt: later(at, UNDECIDED_MS) }, at);

/**
 * Makes a prediction follow its hunt or match: it is locked once something of it was shown, decided once it is over, and undecided
 * again while it is not. A cancellation stays.
 * @returns the changed prediction; undefined if nothing has changed.
 */
async function followSource(trx: Trx, market: Market, at: Date): Promise<Market | undefined> {
	const { state } = market;
	const source = market.cause === "cancelled" ? undefined : await readSource(trx, market);
	if (!source) return undefined;
	if (source.phase !== "over") {
		if (state === "decided") return reopenMarket(trx, market, at);
		const isLocked = market.locks_at <= at.toISOString();
		return source.phase === "before" || isLocked ? undefined : lockMarket(trx, market, at);
	}
	const { result, cause } = source;
	if (state === "decided" && market.result === result && market.cause === cause) return undefined;
	return decideMarket(trx, market, { result, cause, decided_by: null }, at);
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

/** Posts what each viewer gets, in few statements, and tells them. @returns the users. */
async function payMarket(trx: Trx, market: Market, at: Date): Promise<string[]> {
	const { id, result } = market;
	const stakes = await findStakes(trx, id);
	const { isRefund, payouts } = payoutsOf(stakes, result);
	const entry = isRefund
		? ({ reason: "prediction-refund" } as const)
		: ({ reason: "prediction-payout" } as const);
	const paid = stakes.flatMap((stake, index) => {
		const points = payouts[index] ?? 0;
		return points > 0 ? [{ id: stake.id, userId: stake.user_id, points }] : [];
	});
	const actor = market.decided_by ?? "system";
	await postMany(
		trx,
		paid.map(({ id: reference, userId, points }) => ({
			...entry,
			userId,
			delta: points,
			reference,
			actor,
			at,
		})),
	);
	await addNotices(
		trx,
		paid.map(({ userId, points }) => ({
			userId,
			kind: entry.reason,
			reference: id,
			data: { marketId: id, points },
		})),
		{ at, by: undefined },
	);
	await updateMarket(trx, id, { state: "paid", revision: market.revision + 1 });
	return paid.map(({ userId }) => userId);
}

/** Pays a decided prediction when it can no longer be undone, and refunds one that nobody has decided. */
export const marketJob = defineJob({
	kind: "prediction",
	body: z.object({ marketId: z.string(), revision: z.number() }),
	waits: [30_000],
	afterLast: "again",
	async act(site: PaySite, trx, { marketId, revision }, { at }) {
		const market = await findMarket(trx, marketId);
		if (market?.revision !== revision || market.state === "paid") return undefined;
		// Its hunt or match has changed since: the job that follows the change pays.
		if (await followSource(trx, market, at)) return { after: site.marketChanged };
		const undecided = { result: null, cause: "undecided", decided_by: null } as const;
		const decided = market.state === "open" ? await decideMarket(trx, market, undecided, at) : market;
		const users = await payMarket(trx, decided, at);
		return {
			after() {
				site.log.info({ event: "market-paid", marketId, viewers: users.length });
				announceChanges(site, users);
				site.marketChanged();
			},
		};
	},
});
