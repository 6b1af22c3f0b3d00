import type { Db, Trx } from "db/database";
import type { MarketStakes, Markets } from "db/schema";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { EventState } from "../event-states";
import { countOutcomes, type Terms } from "./predictions";

/** A row with its terms. */
export type Market = Omit<Selectable<Markets>, "terms"> & { terms: Terms };

const marketOf = ({ terms, ...row }: Selectable<Markets>): Market => ({ ...row, terms: JSON.parse(terms) });

export async function findMarket(db: Db | Trx, id: string): Promise<Market | undefined> {
	const row = await db.selectFrom("markets").selectAll().where("id", "=", id).executeTakeFirst();
	return row && marketOf(row);
}

const marketsIn = (db: Db | Trx, states: readonly Market["state"][]) =>
	db.selectFrom("markets").selectAll().where("state", "in", states).orderBy("created_at", "desc");

/** The predictions that are not paid, the newest first: at most `MAX_UNPAID`. */
export const findUnpaidMarkets = async (db: Db | Trx): Promise<Market[]> =>
	(await marketsIn(db, ["open", "decided"]).execute()).map(marketOf);

/** Maximum number of paid predictions that pages list. */
const MAX_PAID = 10;

/** The predictions that pages list: those that are not paid, and the last paid ones, the newest first. */
export async function findListedMarkets(db: Db): Promise<Market[]> {
	const paid = await marketsIn(db, ["paid"]).limit(MAX_PAID).execute();
	return [...(await findUnpaidMarkets(db)), ...paid.map(marketOf)];
}

export async function insertMarket(trx: Trx, row: Insertable<Markets>): Promise<void> {
	await trx.insertInto("markets").values(row).execute();
}

export async function updateMarket(trx: Trx, id: string, change: Updateable<Markets>): Promise<void> {
	await trx.updateTable("markets").set(change).where("id", "=", id).execute();
}

/** Reads the pools of some predictions, in their order. */
export async function findPools(
	db: Db,
	markets: readonly Market[],
): Promise<EventState<"predictions">["pools"][]> {
	const ids = markets.map(({ id }) => id);
	const sums = await db
		.selectFrom("market_stakes")
		.select(({ fn }) => [
			...(["market_id", "outcome"] as const),
			fn.sum<number>("points").as("points"),
			fn.countAll<number>().as("stakes"),
		])
		.where("market_id", "in", [...ids, ""])
		.groupBy(["market_id", "outcome"])
		.execute();
	return markets.map(({ id, terms }) =>
		Array.from({ length: countOutcomes(terms) }, (_, at) => {
			const sum = sums.find(({ market_id, outcome }) => market_id === id && outcome === at);
			return { points: sum?.points ?? 0, stakes: sum?.stakes ?? 0 };
		}),
	);
}

/** The states of the predictions that pages list. */
export async function findMarketStates(db: Db): Promise<EventState<"predictions">[]> {
	const markets = await findListedMarkets(db);
	const pools = await findPools(db, markets);
	return markets.map(({ id, revision }, index) => ({ id, revision, pools: pools[index] ?? [] }));
}

/** When the last stake was taken; undefined without one. */
export async function findLastStakeAt(trx: Trx, marketId: string): Promise<string | undefined> {
	const row = await trx
		.selectFrom("market_stakes")
		.select(({ fn }) => fn.max<string | null>("updated_at").as("last"))
		.where("market_id", "=", marketId)
		.executeTakeFirst();
	return row?.last ?? undefined;
}

/** Stakes, with what was paid for each; null before that. */
const paidStakes = (db: Db | Trx) =>
	db
		.selectFrom("market_stakes")
		.leftJoin("point_entries", (join) =>
			join
				.onRef("reference", "=", "market_stakes.id")
				.on("reason", "in", ["prediction-payout", "prediction-refund"]),
		)
		.select(["market_stakes.id", "market_id", "market_stakes.user_id", "outcome", "points", "delta as paid"]);

/** All stakes of a prediction, the earliest first. */
export const findStakes = (trx: Trx, marketId: string) =>
	paidStakes(trx)
		.where("market_id", "=", marketId)
		.orderBy("market_stakes.created_at")
		.orderBy("market_stakes.id")
		.execute();

/** Whether somebody with a stake has changed a hunt or tournament as an admin since the prediction was opened. */
export async function hasStakeOfDecider(trx: Trx, { id, terms, created_at }: Market): Promise<boolean> {
	const row = await trx
		.selectFrom("market_stakes")
		.innerJoin("admin_changes", "actor", "user_id")
		.select("market_stakes.id")
		.where("market_id", "=", id)
		.where("action", "like", terms.kind === "match" ? "tournament.%" : "hunt.%")
		.where("admin_changes.created_at", ">=", created_at)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** A viewer's stake in a prediction; undefined without one. */
export const findStake = (db: Db | Trx, marketId: string, userId: string) =>
	db
		.selectFrom("market_stakes")
		.select(["outcome", "points"])
		.where("market_id", "=", marketId)
		.where("user_id", "=", userId)
		.executeTakeFirst();

/**
 * Inserts a viewer's stake, or adds it to the viewer's stake on the same outcome. It is not looked up before: on PostgreSQL
 * that would conflict with the stakes of others.
 * @returns id and parts of the whole stake; undefined, without a change, if it is on another outcome or would exceed
 * `most`.
 */
export const addToStake = (trx: Trx, row: Insertable<MarketStakes>, most: number) =>
	trx
		.insertInto("market_stakes")
		.values(row)
		.onConflict((conflict) =>
			conflict
				.columns(["market_id", "user_id"])
				.doUpdateSet((eb) => ({
					points: eb("market_stakes.points", "+", eb.ref("excluded.points")),
					parts: eb("market_stakes.parts", "+", 1),
					updated_at: eb.ref("excluded.updated_at"),
				}))
				.whereRef("market_stakes.outcome", "=", "excluded.outcome")
				.where(sql<boolean>`market_stakes.points + excluded.points <= ${most}`),
		)
		.returning(["id", "parts"])
		.executeTakeFirst();

/** A viewer's stakes in some predictions. */
export const findOwnStakes = (db: Db, userId: string, marketIds: readonly string[]) =>
	paidStakes(db)
		.where("market_stakes.user_id", "=", userId)
		.where("market_id", "in", [...marketIds, ""])
		.execute();

/** A user's stakes after an id, in the order of ids, for the export of personal data. */
export const findStakesAfter = (db: Db, userId: string, id: string, limit: number) =>
	db
		.selectFrom("market_stakes")
		.innerJoin("markets", "markets.id", "market_id")
		.select(["market_stakes.id", "market_id", "terms", "outcome", "points", "market_stakes.created_at"])
		.select(["market_stakes.updated_at", "state", "result"])
		.where("user_id", "=", userId)
		.where("market_stakes.id", ">", id)
		.orderBy("market_stakes.id")
		.limit(limit)
		.execute();
