import type { DomainError } from "~/forms/domain-error";
import type { Bet, Round } from "./crash";
import type { PlayerBet } from "./view";

export interface BetRequest {
	userId: string;
	/** Made when the form was rendered: sent twice, it bets once. */
	idempotencyKey: string;
	stake: number;
	target: number | null;
}

export interface Placement {
	idempotencyKey: string;
	/** Why the engine does not accept the bet. A repeat is answered all the same. */
	refusal: DomainError | undefined;
}

/** A bet that was stored, and the player's points after it. */
export interface PlacedBet {
	id: string;
	stake: number;
	target: number | null;
	balance: number;
}

/** How its player sees it at first. */
export const openBet = ({ id, stake, target }: Omit<PlacedBet, "balance">): PlayerBet => ({
	id,
	stake,
	target,
	status: "active",
	multiplier: null,
	payout: null,
});

export interface PastBet {
	bet: PlayerBet;
	/** Hundredths. */
	crashPoint: number | null;
}

/** Where a engine's rounds and bets are kept: the database, or a visitor's demo points. */
export interface BetRepository<Opened extends { id: string }> {
	/** Draws up a round before anybody may bet on it. */
	open(): Promise<Opened>;
	/** Betting is over. @returns the crash point, in hundredths. */
	launch(round: Round): Promise<number>;
	/**
	 * Takes the stake and stores the bet. It does not change the round.
	 * @returns the stored bet; a repeat of the idempotency key returns the first answer, which has another id.
	 * @throws {DomainError} `insufficientPoints`, `idempotencyKeyReused`, `onBreak`, `lossLimitReached`, or
	 * `refusal`. Nothing is stored then.
	 */
	place(round: Round, bet: Bet, placement: Placement): Promise<PlacedBet>;
	/**
	 * Gives the stake of a bet back.
	 * @returns the player's points after it.
	 * @throws {DomainError} `tooManyCancellations`; the bet stays open then.
	 */
	cancel(bet: Bet): Promise<number>;
	/** Pays a bet that was cashed out. @returns the player's points after it. */
	pay(bet: Bet): Promise<number>;
	/** What is still open is lost, and the round is over. */
	close(round: Round): Promise<void>;
	/** Calls the round off and gives every open stake back. @returns each player's points after it. */
	callOff(round: Round): Promise<Map<string, number>>;
	/** A bet of an earlier round, as it was stored, and where its flight ended if it did. */
	findBet(userId: string, betId: string): Promise<PastBet | undefined>;
}
