/** The solo rounds of a visitor with demo points: everything about them is in a signed cookie, which the visitor can read. */
import { createHmac } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import { checkMaxBet } from "../../limits/limits";
import { DEMO_POINTS } from "../../wallet";
import type { PlacedBet } from "./crash";
import type { SoloDraw, SoloDrawName } from "./solo-draw";
import { cashOutAt, isWaiting, roundAt, type SoloRound, viewSoloRound } from "./solo-round";
import { type PastRound, type PlayerBet, SOLO_HISTORY, type Timing } from "./view";

/** The contents of the cookie. The crash point is not in it before the end; an old cookie gives an old state back. */
export interface SoloDemo {
	id: string;
	points: number;
	/** The newest round. Its crash point is null until its end, because it follows from the server's key. */
	round: (Omit<SoloRound, "userId"> & { number: number; draw: SoloDrawName }) | null;
	/** The form of the last bet and its answer; a repeat gets the same answer. */
	last?: { idempotencyKey: string; answer: PlacedBet };
	/** The last flights, newest first. */
	history: PastRound[];
}

export const newDemo = (): SoloDemo => ({
	id: crypto.randomUUID(),
	points: DEMO_POINTS,
	round: null,
	history: [],
});

/**
 * The rules of demo rounds. Each function returns the new contents of the cookie; `at` is in ms since 1970.
 * @param secret key of the draws.
 */
export function createSoloDemo({
	secret,
	timing,
	draws,
}: {
	secret: string;
	timing: Timing;
	draws: Record<SoloDrawName, SoloDraw>;
}) {
	/** The flight of a round, as soon as betting has ended. */
	function crashPointOf({ id }: SoloDemo, { number, draw }: NonNullable<SoloDemo["round"]>): number {
		const digest = createHmac("sha256", secret).update(`demo flight ${id} ${number}`).digest();
		return draws[draw].crashPoint(digest.readUInt32BE());
	}

	/** The round with its secret crash point, once it flies. */
	function flightAt(demo: SoloDemo, at: number): SoloRound | null {
		const { round } = demo;
		if (!round) return null;
		const hasStarted = round.closedAt === null && at >= round.fliesAt;
		const crashPoint = hasStarted ? crashPointOf(demo, round) : round.crashPoint;
		return { ...round, userId: demo.id, crashPoint };
	}

	const paidFor = (bet: PlayerBet | null | undefined) =>
		bet?.status === "cashed_out" ? (bet.payout ?? 0) : 0;

	/** The demo with another state of its round. A payout is added to the points. */
	function withRound(demo: SoloDemo, next: SoloRound): SoloDemo {
		if (!demo.round) return demo;
		const { id, fliesAt, closedAt, bet } = next;
		const crashPoint = closedAt === null ? null : next.crashPoint;
		const hasEnded = closedAt !== null && demo.round.closedAt === null;
		const past = { id, crashPoint: crashPoint ?? 0 };
		return {
			...demo,
			points: demo.points + paidFor(bet) - paidFor(demo.round.bet),
			round: { ...demo.round, fliesAt, crashPoint, closedAt, bet },
			history: hasEnded ? [past, ...demo.history].slice(0, SOLO_HISTORY) : demo.history,
		};
	}

	/** The demo with what has become true by a time, and its round with the crash point. */
	function bring(stored: SoloDemo, at: number): { demo: SoloDemo; round: SoloRound | null } {
		const flight = flightAt(stored, at);
		const round = flight && roundAt(flight, at);
		return { demo: round ? withRound(stored, round) : stored, round };
	}

	/** Opens the next round if the last one is over. */
	function open(stored: SoloDemo, at: number, draw: SoloDrawName): SoloDemo {
		const { demo, round } = bring(stored, at);
		if (round && viewSoloRound(round, at, timing)) return demo;
		const number = (demo.round?.number ?? 0) + 1;
		const none = { crashPoint: null, closedAt: null, isVoided: false, bet: null };
		const id = `${demo.id.slice(0, 8)}-${number}`;
		return {
			...demo,
			round: { ...{ id, number, draw, openedAt: at, fliesAt: at + timing.waiting }, ...none },
		};
	}

	/** @throws {DomainError} `noBet`. */
	function betIn(stored: SoloDemo, betId: string, at: number) {
		const { demo, round } = bring(stored, at);
		if (!round?.bet || round.bet.id !== betId) throw new DomainError("noBet");
		return { demo, round, bet: round.bet };
	}

	return {
		bring,
		open,

		/** @throws {DomainError} `bettingClosed`, `betAlreadyPlaced`, `idempotencyKeyReused`, `betTooHigh`, `insufficientPoints`. */
		place(
			stored: SoloDemo,
			request: { idempotencyKey: string; stake: number; target: number | null },
			{ at, draw, maxBet }: { at: number; draw: SoloDrawName; maxBet: number | undefined },
		): { demo: SoloDemo; answer: PlacedBet } {
			const { idempotencyKey, stake, target } = request;
			const { last } = stored;
			if (last?.idempotencyKey === idempotencyKey) {
				const isSame = last.answer.stake === stake && last.answer.target === target;
				if (!isSame) throw new DomainError("idempotencyKeyReused");
				return { demo: stored, answer: last.answer };
			}
			const demo = open(stored, at, draw);
			checkMaxBet(stake, maxBet);
			if (stake > demo.points) throw new DomainError("insufficientPoints");
			const round = flightAt(demo, at);
			if (!round || !isWaiting(round, at)) throw new DomainError("bettingClosed");
			if (round.bet && round.bet.status !== "refunded") throw new DomainError("betAlreadyPlaced");
			const points = demo.points - stake;
			const answer = { id: crypto.randomUUID(), stake, target, balance: points };
			const active = { status: "active", multiplier: null, payout: null } as const;
			const bet = { id: answer.id, roundId: round.id, stake, target, ...active };
			return {
				demo: { ...withRound(demo, { ...round, bet }), points, last: { idempotencyKey, answer } },
				answer,
			};
		},

		/** @throws {DomainError} `noBet`, `bettingClosed`. */
		cancel(stored: SoloDemo, betId: string, at: number): SoloDemo {
			const { demo, round, bet } = betIn(stored, betId, at);
			if (bet.status === "refunded") return demo;
			if (!isWaiting(round, at)) throw new DomainError("bettingClosed");
			const back = withRound(demo, { ...round, bet: { ...bet, status: "refunded" } });
			return { ...back, points: demo.points + bet.stake };
		},

		/** @throws {DomainError} `noBet`, `betRefunded`. */
		fly(stored: SoloDemo, betId: string, at: number): SoloDemo {
			const { demo, round, bet } = betIn(stored, betId, at);
			if (bet.status === "refunded") throw new DomainError("betRefunded");
			return isWaiting(round, at) ? withRound(demo, { ...round, fliesAt: at }) : demo;
		},

		/** @returns also the bet: cashed out or lost. @throws {DomainError} `noBet`, `betRefunded`, `notFlying`. */
		cashOut(stored: SoloDemo, betId: string, at: number) {
			const { demo, round, bet } = betIn(stored, betId, at);
			if (bet.status === "refunded") throw new DomainError("betRefunded");
			const decided = bet.status === "active" ? cashOutAt(round, bet, at) : bet;
			return {
				demo: withRound(demo, { ...round, bet: decided }),
				bet: decided,
				crashPoint: round.crashPoint,
			};
		},

		/** Resets the points. @throws {DomainError} `betAlreadyPlaced` while a bet is open. */
		refill(stored: SoloDemo, at: number): SoloDemo {
			const { demo, round } = bring(stored, at);
			if (round?.bet?.status === "active") throw new DomainError("betAlreadyPlaced");
			return { ...demo, points: DEMO_POINTS };
		},
	};
}
