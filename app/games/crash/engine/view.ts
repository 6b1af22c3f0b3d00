/**
 * What players see of a round. All data for players is made here, so that
 * secrets, such as the crash point of a flight, cannot get into it. Multipliers and targets are hundredths.
 */
import type { DomainError } from "~/forms/domain-error";
import type { ErrorCode } from "~/i18n/messages";
import type { LiveSwitch } from "../../lobby/lobby-topic";
import type { Bet, BetStatus, Phase, Round } from "./crash";
import { crashMoment } from "./crash";
import { multiplierAt, START, TICK_MS } from "./curve";
import type { ReactionCounts } from "./reactions";

/** How many bets are public: the largest ones. */
export const SHOWN_BETS = 50;
/** Maximum cash-outs of other bets in one event. The rest is merged into the last of them. */
export const SHOWN_EXITS = 15;

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
			own: PlayerState;
			tick: Tick;
			reactions: ReactionCounts;
			message: { code: ErrorCode | "queuedBetPlaced" | "queuedBetDropped"; values?: DomainError["values"] };
		};
		[SOLO_TOPIC]: {
			state: SoloState;
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
	/** After the crash: the biggest exit. */
	top?: TopExit | undefined;
}

/** The cash-out of a round with the highest difference of payout and stake, above 0. */
export interface TopExit {
	/** Of the bet. */
	id: string;
	player: PublicPlayer;
	/** Hundredths. */
	multiplier: number;
	/** Payout minus stake, in points. */
	win: number;
}

/** What players choose from: the name and picture, a pseudonym of the evening, or a new one in each round. */
export const NAME_CHOICES = ["name", "alias", "round"] as const;
export type NameChoice = (typeof NAME_CHOICES)[number];

/**
 * The name, with the address of the avatar on this site if there is one; the number of a pseudonym of the evening; or a
 * pseudonym of 8 characters that changes each round.
 */
export type PublicPlayer =
	| { name: string; avatar?: string | undefined }
	| { alias: number }
	| { pseudonym: string };

/** The public view of a bet. */
export interface PublicBet extends Pick<Bet, "id" | "stake" | "status" | "multiplier" | "payout"> {
	player: PublicPlayer;
	/** Bets with a lower number were placed earlier in the round. */
	order: number;
}

/** The player's view of a bet. */
export interface PlayerBet extends Pick<Bet, "id" | "stake" | "target" | "multiplier" | "payout"> {
	roundId: string;
	status: BetStatus | "refunded";
}

/** Changes of the public bets since the previous event. */
export interface BetChanges {
	changed: PublicBet[];
	/** Ids of bets that are no longer among them. */
	gone: string[];
	/** Cash-outs of bets that are not public. */
	exits: Exit[];
	totals: Totals;
}

/** A cash-out of a bet that is not among the public ones. */
export interface Exit {
	id: string;
	player: PublicPlayer;
	/** Hundredths. */
	multiplier: number;
	/** How many further cash-outs of about the same moment it stands for. */
	others: number;
}

export interface Totals {
	players: number;
	/** Points staked and paid so far. */
	staked: number;
	paid: number;
	/** Bets that are not cashed out. */
	flying: number;
}

export const NO_TOTALS: Totals = { players: 0, staked: 0, paid: 0, flying: 0 };

/** The win of a live round with the highest difference of payout and stake. */
export interface BestWin {
	/** Null unless the player is shown by name: a pseudonym beside an exact win could be matched with the boards. */
	name: string | null;
	/** Hundredths. */
	multiplier: number;
	/** Payout minus stake, in points. */
	win: number;
}

export interface PastRound {
	id: string;
	/** Hundredths. */
	crashPoint: number;
}

/** Durations in ms: of betting, and of the pause after a crash. */
export interface Timing {
	waiting: number;
	crashed: number;
}

type ShownRound = Pick<Round, "id" | "phase" | "crashPoint" | "number" | "commitment">;

/**
 * The public view of a round, without its bets; the crash point is in it only after the crash.
 * @param elapsed ms since the phase began.
 */
export function viewRound(round: ShownRound, elapsed: number, timing: Timing): RoundView {
	const { id, phase, number, commitment } = round;
	const link = number !== undefined && commitment !== undefined && { number, commitment };
	const view = { id, phase, elapsed: Math.max(0, Math.round(elapsed)), ...link };
	if (phase === "waiting") return { ...view, lasts: timing.waiting, multiplier: START };
	if (phase === "crashed") {
		return { ...view, lasts: timing.crashed, multiplier: round.crashPoint ?? START };
	}
	// At its last tick: a time in between would tell a flight that is held before its crash from one that is stalled.
	const atTick = Math.max(0, Math.floor(elapsed / TICK_MS) * TICK_MS);
	return { ...view, elapsed: atTick, lasts: null, multiplier: viewMultiplier(round, elapsed) };
}

/** The multiplier after `elapsed` ms of flight, in hundredths, at most the crash point. */
export const viewMultiplier = (round: Pick<Round, "crashPoint">, elapsed: number): number =>
	elapsed >= crashMoment(round) ? (round.crashPoint ?? START) : multiplierAt(elapsed);

/** The view of a bet for all players: without its target, which is private, and without the user id. */
export const viewBet = (
	{ id, stake, status, multiplier, payout }: Bet,
	player: PublicPlayer,
	order: number,
): PublicBet => ({ id, player, order, stake, status, multiplier, payout });

/** The view of a bet for its own player. */
export const viewPlayerBet = (
	{ id, stake, target, status, multiplier, payout }: Bet,
	roundId: string,
): PlayerBet => ({ id, roundId, stake, target, status, multiplier, payout });

/** The public state of live Crash: the snapshot of a page or stream. */
export interface LiveState {
	active: boolean;
	/** No round opens until the next chain has its salt. */
	awaitsBeacon: boolean;
	/** Null while no round runs. */
	round: RoundView | null;
	/** The {@link SHOWN_BETS} largest, in the order of placement. */
	bets: PublicBet[];
	totals: Totals;
	/** Newest first. */
	history: PastRound[];
	/** The biggest win of the last {@link LIVE_HISTORY} rounds; null if none of them paid more than its stake. */
	best: BestWin | null;
}

export const liveSwitchOf = ({ active, round }: Pick<LiveState, "active" | "round">): LiveSwitch => ({
	active,
	stopping: !active && round?.phase === "flying",
});

/** A stake, and a target or null, for the next round; no points are taken yet. */
export interface QueuedBet {
	stake: number;
	target: number | null;
}

/**
 * A player's own state in a game. The server sends the whole state after each change of it and in each answer.
 */
export interface PlayerState {
	/** Whose state it is: see `walletOf`. A page whose viewer has signed in as another user ignores it. */
	wallet: string;
	/** Of two states the one with the higher version is newer. */
	version: number;
	/** The player's bet in the current round, or a bet whose round was voided. */
	bet: PlayerBet | null;
	/** Live Crash only. */
	queued: QueuedBet | null;
	/** Set for visitors only. A viewer's points are on the points topic. */
	demoBalance?: number | undefined;
}

/** A solo game and its player's state. */
export interface SoloState {
	/** Null once the last round is over: the next one opens by a form. */
	round: RoundView | null;
	/** Newest first. */
	history: PastRound[];
	own: PlayerState;
}
