/** The topic of the play reminder, which goes to one player's tabs. */
export const LIMITS_TOPIC = "care";

declare module "~/live/topics" {
	interface Topics {
		[LIMITS_TOPIC]: { reminder: { isDue: boolean } };
	}
}
