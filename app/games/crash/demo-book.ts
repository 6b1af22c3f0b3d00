import { DomainError } from "~/platform/domain-error";
import { DRAW_RANGE } from "../fairness/draws";
import type { Book, PastBet, PlacedBet } from "./book";
import type { Bet } from "./crash";
import type { SoloDraw } from "./solo-draw";
import { viewOwnBet } from "./view";

/** A visitor's demo points, as the process holds them while the visitor plays. */
export interface DemoPurse {
	points: number;
	/** The last bet that was placed and not taken back, with the request that did. */
	last: { requestId: string; answer: PlacedBet; bet: Bet; crashPoint: number | null } | undefined;
}

/**
 * A visitor's own rounds, played with demo points and kept in memory alone.
 * @param randomNumber from 0 up to, not including, {@link DRAW_RANGE}.
 */
export function createDemoBook(
	purse: DemoPurse,
	{ draw, randomNumber }: { draw: SoloDraw; randomNumber(range: number): number },
): Book<{ id: string }> {
	return {
		open: async () => ({ id: crypto.randomUUID() }),
		launch: async () => draw.crashPoint(randomNumber(DRAW_RANGE)),

		async place(round, { userId, requestId, stake, target }, accept) {
			const { last } = purse;
			if (last?.requestId === requestId) {
				if (last.answer.stake !== stake || last.answer.target !== target) {
					throw new DomainError("requestIdReused");
				}
				return last.answer;
			}
			if (stake > purse.points) throw new DomainError("insufficientPoints");
			const id = crypto.randomUUID();
			accept(id);
			const bet = round.bets.get(userId);
			if (!bet) throw new Error("an accepted bet is in its round");
			purse.points -= stake;
			const answer = { id, stake, target, balance: purse.points };
			purse.last = { requestId, answer, bet, crashPoint: null };
			return answer;
		},

		async cancel(bet) {
			purse.points += bet.stake;
			purse.last = undefined;
			return purse.points;
		},

		async pay(bet) {
			purse.points += bet.payout ?? 0;
			return purse.points;
		},

		async close(round) {
			if (purse.last && round.bets.size > 0) purse.last.crashPoint = round.crashPoint ?? null;
		},

		async callOff(round) {
			for (const { stake } of round.bets.values()) purse.points += stake;
			purse.last = undefined;
			return new Map([...round.bets.keys()].map((userId) => [userId, purse.points]));
		},

		async findBet(_userId, betId): Promise<PastBet | undefined> {
			const { last } = purse;
			if (last?.bet.id !== betId) return undefined;
			return { bet: viewOwnBet(last.bet), crashPoint: last.crashPoint };
		},
	};
}
