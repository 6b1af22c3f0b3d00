/** The types of what the site announces, in the order in which settings and documents list them. */
export const ANNOUNCEMENT_TYPES = [
	...["store.redeemed", "store.goal_reached", "game.big_win", "raffle.opened", "raffle.drawn"],
	...["tournament.opened", "tournament.started", "tournament.finished"],
	...["prediction.opened", "prediction.locked", "prediction.decided", "hunt.opened", "hunt.finished"],
	...["code.published", "stream.started", "slot.requested"],
] as const;

export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];
