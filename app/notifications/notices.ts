import type { Right } from "~/lib/rights";

/** What viewers are told: each kind of event, with the values that its text needs. Amounts are points, instants ISO 8601. */
export interface NoticeData {
	"order-approved": { orderId: string; item: string; note: string | null };
	/** `points` were given back. */
	"order-cancelled": { orderId: string; item: string; points: number; note: string | null };
	/** What became of a request for a slot, which had cost `points`. */
	"request-played": { slot: string; points: number };
	"request-hunt": { slot: string; points: number };
	"request-refunded": { slot: string; points: number };
	/** What the viewer may decide from now on; empty for one who is no moderator any longer. */
	"rights-changed": { rights: readonly Right[] };
	"hunt-prize": { huntId: string; title: string; points: number };
	/** `item` is a redeemed reward, whose price `points` has paid. */
	"tournament-prize": { tournamentId: string; title: string; place: number; points: number; item?: string };
	/** `points` were refunded; 0 for a free entry. */
	"tournament-cancelled": { tournamentId: string; title: string; points: number };
	/** A place of a raffle has a prize, as its line says. */
	"raffle-drawn": { raffleId: string; title: string; place: number; prize: string };
	"raffle-passed": { raffleId: string; title: string; note: string };
	/** What a prediction has paid or refunded. */
	"prediction-payout": { marketId: string; points: number };
	"prediction-refund": { marketId: string; points: number };
	/** An admin has changed the balance by `delta`. */
	"points-adjusted": { delta: number; balance: number; note?: string };
	"points-imported": { delta: number; balance: number };
	/** Points of another points provider were added, or taken back. */
	"points-merged": { delta: number; balance: number; provider: string };
	"merge-undone": { delta: number; balance: number; provider: string };
	/** Points for what the viewer did on the stream during a day. `platform` is a name such as `Twitch`. */
	"stream-points": { points: number; platform: string };
	/** Points that were earned on a platform before the first sign-in. */
	"points-waited": { points: number; platform: string };
	/** Points that a program of the streamer has given during a day. */
	"program-points": { points: number; program: string };
	/** A daily loss limit that applies immediately; null for no limit. */
	"limit-set": { dailyLoss: number | null };
	/** A looser limit that applies later. */
	"limit-later": { dailyLoss: number | null; from: string };
	/** The looser limit now applies. */
	"limit-raised": { dailyLoss: number | null };
	"break-started": { until: string };
	"break-extended": { until: string };
	"break-shortened": { until: string };
	"break-over": Record<string, never>;
	/** An admin has paused the viewer's games and store, for the reason in the note. */
	"pause-started": { note: string };
	"pause-over": Record<string, never>;
}

export type NoticeKind = keyof NoticeData;

/** What decides the text and the link of a notice. */
export type NoticeContent = { [Kind in NoticeKind]: { kind: Kind; data: NoticeData[Kind] } }[NoticeKind];

/** An event to tell a viewer about. */
export type Notice = NoticeContent & {
	userId: string;
	/** The id of the event: a viewer is told once about each kind and reference. */
	reference: string;
};

/** Notices on one page of the list. */
export const NOTICES_PER_PAGE = 25;
/** Notices kept for each viewer. */
export const MAX_NOTICES = 200;
/** Time in ms for which a notice is kept. */
export const NOTICE_LIFE_MS = 180 * 24 * 60 * 60 * 1000;

/** The path of the page that a notice is about. */
export function pathOf({ kind, data }: NoticeContent): string {
	switch (kind) {
		case "order-approved":
		case "order-cancelled":
			return `/points/orders#order-${data.orderId}`;
		case "request-played":
		case "request-hunt":
		case "request-refunded":
			return "/slots#requests";
		case "rights-changed":
			return data.rights.length > 0 ? "/team" : "/";
		case "hunt-prize":
			return `/bonus-hunt/past/${data.huntId}`;
		case "tournament-prize":
		case "tournament-cancelled":
			return "/tournament";
		case "raffle-drawn":
		case "raffle-passed":
			return `/raffles/${data.raffleId}`;
		case "prediction-payout":
		case "prediction-refund":
			return `/predictions#market-${data.marketId}`;
		case "points-adjusted":
		case "points-imported":
		case "points-merged":
		case "merge-undone":
		case "stream-points":
		case "points-waited":
		case "program-points":
			return "/points";
		case "pause-started":
		case "pause-over":
			return "/mini-games";
		default:
			return "/points/care";
	}
}
