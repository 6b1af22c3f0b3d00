import type { DomainError } from "~/forms/domain-error";
import type { Bet, Round } from "./crash";
import type { PlayerBet } from "./view";

export interface BetRequest {
	userId: string;
	/** A UUID from the rendered form. A repeat with the same key places no second bet. */
	idempotencyKey: string;
	/** Whole points. */
	stake: number;
	/** Of the automatic cash-out, in hundredths; null without one. */
	target: number | null;
}

export interface Placement {
	idempotencyKey: string;
	/** Why the engine does not accept a new bet. A repeat of an accepted bet is answered all the same. */
	refusal: DomainError | undefined;
}

/** A bet that was stored. */
export interface PlacedBet {
	id: string;
	stake: number;
	target: number | null;
	/** The player's points after the stake was taken. */
	balance: number;
}

export interface PastBet {
	bet: PlayerBet;
	/** Hundredths; null until the round is closed, because it is secret before. */
	crashPoint: number | null;
}

/** The public data of a live round that has opened. */
export interface OpenedRound {
	id: string;
	/** The round's number in its hash chain, from 1. */
	number: number;
	/** The hash of the previous round, published before this one. */
	commitment: string;
}

/**
 * Stores the rounds and bets of the engine. Each write takes effect as a whole or throws and stores nothing. The engine
 * retries all of them except `place` and `cancel`.
 */
export interface BetRepository {
	/** Creates a round before bets are accepted. */
	open(): Promise<OpenedRound>;
	/** Stores the start of the flight. Call it after betting has closed. @returns the crash point, in hundredths. */
	launch(round: Round): Promise<number>;
	/**
	 * Takes the stake and stores the bet. It does not change `round`.
	 * @returns the stored bet. A repeat of the idempotency key stores nothing and returns the first answer, whose id
	 * differs from `bet.id`.
	 * @throws {DomainError} `idempotencyKeyReused` with another stake or target; `onBreak`, `lossLimitReached`,
	 * `insufficientPoints`, or `refusal`. Nothing is stored then.
	 */
	place(round: Round, bet: Bet, placement: Placement): Promise<PlacedBet>;
	/**
	 * Refunds the stake of a bet that its player cancels. It does not change the round.
	 * @returns the player's points after it.
	 * @throws {DomainError} `tooManyCancellations`; the bet stays open then.
	 */
	cancel(bet: Bet): Promise<number>;
	/** Pays `bet.payout` for a bet that was cashed out. @returns the player's points after it. */
	pay(bet: Bet): Promise<number>;
	/** Marks the open bets as lost and closes the round. Call it after all payouts are stored. */
	close(round: Round): Promise<void>;
	/** Voids the round and refunds its open bets. @returns the new balance of each refunded player, by user id. */
	callOff(round: Round): Promise<Map<string, number>>;
	/**
	 * A stored bet of the user; undefined if it is unknown or another user's. A cancelled bet has the status
	 * `refunded`.
	 */
	findBet(userId: string, betId: string): Promise<PastBet | undefined>;
}
