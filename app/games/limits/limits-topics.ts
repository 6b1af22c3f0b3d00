/** The topic of the play reminder, which goes to one player's tabs. */
export const LIMITS_TOPIC = "care";
/** The topic of what a player may bet, which goes to that player's tabs. */
export const RESTRICTION_TOPIC = "restriction";

declare module "~/live/topics" {
	interface Topics {
		[LIMITS_TOPIC]: { reminder: { isDue: boolean } };
		[RESTRICTION_TOPIC]: { current: Allowance };
	}
}

/**
 * Why a player cannot bet in any game now: a break, a daily loss that leaves less than the smallest bet, or an admin's pause; null
 * if the player may bet.
 */
export type CurrentRestriction =
	| {
			kind: "break" | "limit";
			/** When it ends, Unix time in ms. */
			endsAt: number;
	  }
	| { kind: "pause"; reason: string; endsAt?: undefined }
	| null;

/** What a player may bet now. */
export interface Allowance {
	restriction: CurrentRestriction;
	/** Points that today's loss leaves of the daily limit; null without a limit. */
	lossLeft: number | null;
}
