/**
 * What players see of a round. Everything that leaves the server for a player is made here, so that
 * nothing secret, such as the crash point of a flight, can slip into it.
 */
import type { ErrorCode } from "~/i18n/messages";
import type { Bet, BetStatus, Phase, Round } from "./crash";
import { crashMoment } from "./crash";
import { multiplierAt, START } from "./curve";

/** How many bets everybody sees: the largest. */
export const SHOWN_BETS = 50;

/** The topics of the event stream, and how many past rounds their states carry. */
export const LIVE_TOPIC = "live-crash";
export const LIVE_HISTORY = 50;
export const SOLO_TOPIC = "solo-crash";
export const SOLO_HISTORY = 10;

declare module "~/live/topics" {
	interface Topics {
		[LIVE_TOPIC]: {
			state: LiveState;
			/** Null while no round runs. */
			phase: RoundView | null;
			bets: BetChanges;
			own: PlayerLiveState;
			tick: Tick;
			message: { code: ErrorCode | "queuedBetPlaced" };
		};
		[SOLO_TOPIC]: {
			state: SoloState;
			phase: RoundView;
			tick: Tick;
		};
	}
}

/** Where a flight is: ms since its start, the multiplier in hundredths, and ms until the next tick. */
export type Tick = readonly [elapsed: number, multiplier: number, interval: number];

export interface RoundView {
	id: string;
	phase: Phase;
	/** ms since the phase began, when this was sent. */
	elapsed: number;
	/** How long the phase lasts, in ms; null for a flight, which nobody knows. */
	lasts: number | null;
	/** Hundredths: where the flight is, or where it ended; 100 before it. */
	multiplier: number;
	/** Of a live round: which of its chain, and what was published before it. */
	number?: number;
	commitment?: string;
}

/** By name if the player's page is public, else by 8 characters that are new in each round. */
export type PublicPlayer = { name: string } | { pseudonym: string };

/** A bet as everybody may see it. */
export interface PublicBet {
	id: string;
	player: PublicPlayer;
	stake: number;
	status: BetStatus;
	multiplier: number | null;
	payout: number | null;
}

/** A bet as its player sees it. */
export interface PlayerBet {
	id: string;
	stake: number;
	target: number | null;
	status: BetStatus | "refunded";
	multiplier: number | null;
	payout: number | null;
}

/** What has changed among the bets that everybody sees, since the last such event. */
export interface BetChanges {
	changed: PublicBet[];
	/** Ids of bets that are no longer among them. */
	gone: string[];
	totals: Totals;
}

export interface Totals {
	players: number;
	/** Points staked, and paid so far. */
	staked: number;
	paid: number;
}

export interface PastRound {
	id: string;
	/** Hundredths. */
	crashPoint: number;
}

export interface Timing {
	/** In ms. */
	waiting: number;
	crashed: number;
}

/** @param elapsed ms since the phase began. */
export function viewRound(round: Round, elapsed: number, timing: Timing): RoundView {
	const { id, phase } = round;
	const view = { id, phase, elapsed: Math.max(0, Math.round(elapsed)) };
	if (phase === "waiting") return { ...view, lasts: timing.waiting, multiplier: START };
	if (phase === "crashed") {
		return { ...view, lasts: timing.crashed, multiplier: round.crashPoint ?? START };
	}
	return { ...view, lasts: null, multiplier: viewMultiplier(round, elapsed) };
}

/** Where a flight is, never further than where it ends, however late it is asked. */
export const viewMultiplier = (round: Round, elapsed: number): number =>
	elapsed >= crashMoment(round) ? (round.crashPoint ?? START) : multiplierAt(elapsed);

export const viewBet = ({ id, stake, status, multiplier, payout }: Bet, player: PublicPlayer): PublicBet => ({
	id,
	player,
	stake,
	status,
	multiplier,
	payout,
});

export const viewPlayerBet = ({ id, stake, target, status, multiplier, payout }: Bet): PlayerBet => ({
	id,
	stake,
	target,
	status,
	multiplier,
	payout,
});

/** A live table as anyone may see it: the snapshot that a stream or a page begins with. */
export interface LiveState {
	active: boolean;
	/** Null while no round runs. */
	round: RoundView | null;
	/** The {@link SHOWN_BETS} largest, by stake. */
	bets: PublicBet[];
	totals: Totals;
	/** Newest first. */
	history: PastRound[];
}

/** A stake, and a target or null, for the next round; no points are taken yet. */
export interface QueuedBet {
	stake: number;
	target: number | null;
}

export interface PlayerLiveState {
	bet: PlayerBet | null;
	queued: QueuedBet | null;
}

/** A player's own table. */
export interface SoloState {
	/** Null while no game runs. */
	round: RoundView | null;
	bet: PlayerBet | null;
	/** Newest first. */
	history: PastRound[];
	/** A visitor's. A viewer's points are on the points topic. */
	demoBalance?: number | undefined;
}
