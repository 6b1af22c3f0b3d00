/**
 * What players see of a round. All data for players is made here, so that
 * secrets, such as the crash point of a flight, cannot get into it.
 */
import type { ErrorCode } from "~/i18n/messages";
import type { Bet, BetStatus, Phase, Round } from "./crash";
import { crashMoment } from "./crash";
import { multiplierAt, START } from "./curve";

/** How many bets are public: the largest ones. */
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
	/** Duration of the phase in ms; null for a flight, whose duration is secret. */
	lasts: number | null;
	/** Hundredths: the current multiplier, or the crash point after the crash; 100 before the flight. */
	multiplier: number;
	/** Live rounds only: the number in the hash chain, and the commitment published before the round. */
	number?: number;
	commitment?: string;
}

/** The name if the player's page is public, else a pseudonym of 8 characters that changes each round. */
export type PublicPlayer = { name: string } | { pseudonym: string };

/** The public view of a bet. */
export interface PublicBet {
	id: string;
	player: PublicPlayer;
	stake: number;
	status: BetStatus;
	multiplier: number | null;
	payout: number | null;
}

/** The player's view of a bet. */
export interface PlayerBet {
	id: string;
	stake: number;
	target: number | null;
	status: BetStatus | "refunded";
	multiplier: number | null;
	payout: number | null;
}

/** Changes of the public bets since the previous event. */
export interface BetChanges {
	changed: PublicBet[];
	/** Ids of bets that are no longer among them. */
	gone: string[];
	totals: Totals;
}

export interface Totals {
	players: number;
	/** Points staked and paid so far. */
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

/** The multiplier after `elapsed` ms of flight, at most the crash point. */
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

/** The public state of live Crash: the snapshot of a page or stream. */
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

/** The state of a player's solo game. */
export interface SoloState {
	/** Null while no game runs. */
	round: RoundView | null;
	bet: PlayerBet | null;
	/** Newest first. */
	history: PastRound[];
	/** Set for visitors only. A viewer's points are on the points topic. */
	demoBalance?: number | undefined;
}
