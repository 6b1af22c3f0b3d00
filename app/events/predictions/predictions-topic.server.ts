import type { Db } from "db/database";
import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { countOutcomes } from "./predictions";
import { findUnpaidMarkets, type Market, sumStakes } from "./predictions.queries.server";
import { type MarketState, PREDICTIONS_TOPIC } from "./predictions-topic";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the predictions that are not paid; call it after a commit that changed one or took a stake. */
		marketChanged: ReturnType<typeof openPredictionsTopic>;
	}
}

/** Minimum ms between two frames, however many viewers stake. */
const INTERVAL_MS = 1000;

/** Opens the topic of the predictions: see {@link openFrames}. */
export const openPredictionsTopic = (site: Pick<Site, "db" | "config" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(
		site,
		PREDICTIONS_TOPIC,
		"markets",
		async () => (site.config.PREDICTIONS ? readStates(site.db, await findUnpaidMarkets(site.db)) : []),
		INTERVAL_MS,
	);

/** Reads the pools of some predictions, in their order. */
export async function readStates(db: Db, markets: readonly Market[]): Promise<MarketState[]> {
	const sums = await sumStakes(
		db,
		markets.map(({ id }) => id),
	);
	return markets.map(({ id, revision, terms }) => ({
		...{ id, revision },
		pools: Array.from({ length: countOutcomes(terms) }, (_, at) => {
			const sum = sums.find(({ market_id, outcome }) => market_id === id && outcome === at);
			return { points: sum?.points ?? 0, stakes: sum?.stakes ?? 0 };
		}),
	}));
}
