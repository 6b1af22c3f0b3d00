/** The topic of why a player cannot bet, which goes to that player's tabs. */
export const RESTRICTION_TOPIC = "restriction";

declare module "~/live/topics" {
	interface Topics {
		[RESTRICTION_TOPIC]: { current: CurrentRestriction };
	}
}

/** Why a player cannot bet now; null if the player may bet. */
export type CurrentRestriction = {
	kind: "break" | "limit";
	/** When it ends, Unix time in ms. */
	endsAt: number;
} | null;
