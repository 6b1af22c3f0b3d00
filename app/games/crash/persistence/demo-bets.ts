import { DomainError } from "~/forms/domain-error";
import type { Config } from "~/lib/config.server";
import { DRAW_RANGE } from "../../fairness/draws";
import { checkMaxBet } from "../../limits/limits";
import type { BetRepository, PastBet, PlacedBet } from "../engine/bet-repository";
import type { Bet } from "../engine/crash";
import type { SoloDraw } from "../engine/solo-draw";
import { viewPlayerBet } from "../engine/view";

/** A visitor's demo points, in memory while the visitor plays. */
export interface DemoWallet {
	points: number;
	/** The last bet that was placed, with its request; undefined before the first. */
	last: DemoBet | undefined;
}

interface DemoBet {
	idempotencyKey: string;
	answer: PlacedBet;
	bet: Bet;
	roundId: string;
	/** It was cancelled, or its round was voided. */
	isBack: boolean;
	crashPoint: number | null;
}

interface DemoTools {
	draw(): SoloDraw;
	randomNumber(range: number): number;
	config: Pick<Config, "CRASH_MAX_BET">;
}

/** The bet that has not ended; undefined without one. */
export const openBetOf = ({ last }: DemoWallet): Bet | undefined =>
	last?.bet.status === "active" && !last.isBack ? last.bet : undefined;

/**
 * The solo rounds of a visitor with demo points, kept in memory only. The stakes, payouts and last bet are kept in
 * `wallet`. Only the last bet is known: an earlier idempotency key places a new bet. Limits and breaks do not apply.
 * @param randomNumber from 0 up to, not including, {@link DRAW_RANGE}.
 */
export function createDemoBets(
	wallet: DemoWallet,
	{ draw, randomNumber, config }: DemoTools,
): BetRepository<{ id: string }> {
	function takenBack() {
		if (wallet.last) wallet.last.isBack = true;
	}

	return {
		open: async () => ({ id: crypto.randomUUID() }),
		launch: async () => draw().crashPoint(randomNumber(DRAW_RANGE)),

		async place(round, bet, { idempotencyKey, refusal }) {
			const { id, stake, target } = bet;
			const { last } = wallet;
			if (last?.idempotencyKey === idempotencyKey) {
				if (last.answer.stake !== stake || last.answer.target !== target) {
					throw new DomainError("idempotencyKeyReused");
				}
				return last.answer;
			}
			checkMaxBet(stake, config.CRASH_MAX_BET);
			if (stake > wallet.points) throw new DomainError("insufficientPoints");
			if (refusal) throw refusal;
			wallet.points -= stake;
			const answer = { id, stake, target, balance: wallet.points };
			wallet.last = { idempotencyKey, answer, bet, roundId: round.id, isBack: false, crashPoint: null };
			return answer;
		},

		async cancel(bet) {
			wallet.points += bet.stake;
			takenBack();
			return wallet.points;
		},

		async pay(bet) {
			wallet.points += bet.payout ?? 0;
			return wallet.points;
		},

		async close(round) {
			if (wallet.last && round.bets.size > 0) wallet.last.crashPoint = round.crashPoint ?? null;
		},

		async callOff(round) {
			for (const { stake } of round.bets.values()) {
				wallet.points += stake;
				takenBack();
			}
			return new Map([...round.bets.keys()].map((userId) => [userId, wallet.points]));
		},

		async findBet(_userId, betId): Promise<PastBet | undefined> {
			const { last } = wallet;
			if (last?.bet.id !== betId) return undefined;
			const bet = viewPlayerBet(last.bet, last.roundId);
			return { bet: last.isBack ? { ...bet, status: "refunded" } : bet, crashPoint: last.crashPoint };
		},
	};
}
