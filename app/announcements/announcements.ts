import type { AnnouncementType } from "~/lib/announcement-types";

export type { AnnouncementType };

/** What the site announces, by type. Persons are ids of users: names are read when they are shown, so that hidden names are not. */
export interface Announcements {
	"store.redeemed": { userId: string; itemId: string; orderId: string };
	/** A viewer has got the item for which the viewer saved points. */
	"store.goal_reached": { userId: string; itemId: string };
	/** `game` is the id of its card, `multiplier` the payout in stakes with two decimals. Points as integers. */
	"game.big_win": { userId: string; game: string; stake: number; payout: number; multiplier: number };
	"raffle.opened": { raffleId: string };
	/** The winners in the order of their places. */
	"raffle.drawn": { raffleId: string; winnerIds: readonly string[] };
	"tournament.opened": { tournamentId: string };
	"tournament.started": { tournamentId: string };
	"tournament.finished": { tournamentId: string; winnerIds: readonly string[] };
	"prediction.opened": { marketId: string };
	"prediction.locked": { marketId: string };
	"prediction.decided": { marketId: string };
	"hunt.opened": { huntId: string };
	"hunt.finished": { huntId: string };
	"code.published": { codeId: string };
	"stream.started": { startedAt: string };
	"slot.requested": { userId: string; requestId: string; slotId: string };
}

/** What has happened. */
export type Announcement = {
	[Type in AnnouncementType]: {
		type: Type;
		/** Unique in its type, such as the id of an order: what happened is announced once. */
		reference: string;
		data: Announcements[Type];
		/** When it happened, ISO 8601. */
		at: string;
	};
}[AnnouncementType];
