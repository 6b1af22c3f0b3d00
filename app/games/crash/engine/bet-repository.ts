import type { DomainError } from "~/forms/domain-error";
import type { Bet, Round } from "./crash";
import type { PlayerBet } from "./view";

export interface BetRequest {
	userId: string;
	/** From the rendered form: the same key places one bet. */
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

/** The player's view of a bet that was just placed. */
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

/** Stores the rounds and bets of an engine: in the database, or in memory for demo points. */
export interface BetRepository<Opened extends { id: string }> {
	/** Creates a round, before bets are accepted. */
	open(): Promise<Opened>;
	/** Stores the start of the flight. Call it after betting has closed. @returns the crash point, in hundredths. */
	launch(round: Round): Promise<number>;
	/**
	 * Takes the stake and stores the bet. It does not change the round.
	 * @returns the stored bet; a repeat of the idempotency key returns the first answer, which has another id.
	 * @throws {DomainError} `insufficientPoints`, `idempotencyKeyReused`, `onBreak`, `lossLimitReached`, or
	 * `refusal`. Nothing is stored then.
	 */
	place(round: Round, bet: Bet, placement: Placement): Promise<PlacedBet>;
	/**
	 * Refunds the stake of a bet that its player cancels.
	 * @returns the player's points after it.
	 * @throws {DomainError} `tooManyCancellations`; the bet stays open then.
	 */
	cancel(bet: Bet): Promise<number>;
	/** Pays a bet that was cashed out. @returns the player's points after it. */
	pay(bet: Bet): Promise<number>;
	/** Marks the open bets as lost and closes the round. */
	close(round: Round): Promise<void>;
	/** Voids the round and refunds its open bets. @returns the new balance of each refunded player. */
	callOff(round: Round): Promise<Map<string, number>>;
	/** A stored bet of the user, with the crash point if its flight has ended. */
	findBet(userId: string, betId: string): Promise<PastBet | undefined>;
}
