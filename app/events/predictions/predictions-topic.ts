export const PREDICTIONS_TOPIC = "predictions";

/** The values of a prediction that change while a page is open. */
export interface MarketState {
	id: string;
	revision: number;
	/** The points and the number of stakes on each outcome. */
	pools: { points: number; stakes: number }[];
}

declare module "~/live/topics" {
	interface Topics {
		/** All predictions that are not paid. */
		[PREDICTIONS_TOPIC]: { markets: MarketState[] };
	}
}
