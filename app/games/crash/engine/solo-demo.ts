/** The solo rounds of a visitor with demo points: everything about them is in a signed cookie, which the visitor can read. */
import { createHmac } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import { checkMaxBet } from "../../limits/limits";
import { DEMO_POINTS } from "../../wallet";
import { type BetRequest, type PlacedBet, tooLate } from "./crash";
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
	/** The number of acts so far: the request of a stream may have an earlier cookie than a form before it. */
	acts?: number;
}

export const newDemo = (): SoloDemo => ({
	id: crypto.randomUUID(),
	points: DEMO_POINTS,
	round: null,
	history: [],
});

export const actsOf = ({ acts = 0 }: SoloDemo): number => acts;

interface Tools {
	/** Key of the draws. */
	secret: string;
	timing: Timing;
	draws: Record<SoloDrawName, SoloDraw>;
	/** How a round is drawn that opens now. */
	drawName(): SoloDrawName;
	config: { CRASH_MAX_BET?: number | undefined };
	/** ms since 1970. */
	time(): number;
	/** Called after each act. */
	changed(demo: SoloDemo): void;
}

const paidFor = (bet: PlayerBet | null) => (bet?.status === "cashed_out" ? (bet.payout ?? 0) : 0);

/** Returns a function that continues the rounds of a cookie: the acts of a visitor, as those of a viewer in `solo.server.ts`. */
export function createSoloDemos({ secret, timing, draws, drawName, config, time, changed }: Tools) {
	/** The flight of a round, as soon as betting has ended. */
	function crashPointOf({ id }: SoloDemo, { number, draw }: NonNullable<SoloDemo["round"]>): number {
		const digest = createHmac("sha256", secret).update(`demo flight ${id} ${number}`).digest();
		return draws[draw].crashPoint(digest.readUInt32BE());
	}

	return (first: SoloDemo) => {
		let demo = first;

		function noteAct() {
			demo = { ...demo, acts: actsOf(demo) + 1 };
			changed(demo);
		}

		/** Keeps another state of the round. A payout is added to the points. */
		function keep({ id, fliesAt, closedAt, bet, ...next }: SoloRound, points = demo.points) {
			if (!demo.round) return;
			const crashPoint = closedAt === null ? null : next.crashPoint;
			const hasEnded = closedAt !== null && demo.round.closedAt === null;
			const past = { id, crashPoint: crashPoint ?? 0 };
			demo = {
				...demo,
				points: points + paidFor(bet) - paidFor(demo.round.bet),
				round: { ...demo.round, fliesAt, crashPoint, closedAt, bet },
				history: hasEnded ? [past, ...demo.history].slice(0, SOLO_HISTORY) : demo.history,
			};
		}

		/** Keeps what has become true by a time. @returns the round, with its secret crash point once it flies. */
		function bring(at = time()): SoloRound | null {
			const { round } = demo;
			if (!round) return null;
			const hasStarted = round.closedAt === null && at >= round.fliesAt;
			const crashPoint = hasStarted ? crashPointOf(demo, round) : round.crashPoint;
			const next = roundAt({ ...round, userId: demo.id, crashPoint }, at);
			keep(next);
			return next;
		}

		/** Opens the next round if the last one is over. @returns the newest round. */
		function openAt(at: number): SoloRound {
			const round = bring(at);
			if (round && viewSoloRound(round, at, timing)) return round;
			const number = (demo.round?.number ?? 0) + 1;
			const next = {
				...{ id: `${demo.id.slice(0, 8)}-${number}`, openedAt: at, fliesAt: at + timing.waiting },
				...{ crashPoint: null, closedAt: null, isVoided: false, bet: null },
			};
			demo = { ...demo, round: { ...next, number, draw: drawName() } };
			return { ...next, userId: demo.id };
		}

		/** @throws {DomainError} `noBet`. */
		function betIn(betId: string, at: number) {
			const round = bring(at);
			if (!round?.bet || round.bet.id !== betId) throw new DomainError("noBet");
			return { round, bet: round.bet };
		}

		return {
			bring,
			/** The contents of the cookie. */
			contents: () => demo,

			async open() {
				openAt(time());
				noteAct();
			},

			async place({ idempotencyKey, stake, target }: Omit<BetRequest, "userId">): Promise<PlacedBet> {
				const { last } = demo;
				if (last?.idempotencyKey === idempotencyKey) {
					const isSame = last.answer.stake === stake && last.answer.target === target;
					if (!isSame) throw new DomainError("idempotencyKeyReused");
					return last.answer;
				}
				const at = time();
				bring(at);
				checkMaxBet(stake, config.CRASH_MAX_BET);
				if (stake > demo.points) throw new DomainError("insufficientPoints");
				const round = openAt(at);
				if (!isWaiting(round, at)) throw new DomainError("bettingClosed");
				if (round.bet && round.bet.status !== "refunded") throw new DomainError("betAlreadyPlaced");
				const answer = { id: crypto.randomUUID(), stake, target, balance: demo.points - stake };
				const active = { status: "active", multiplier: null, payout: null } as const;
				keep(
					{ ...round, bet: { id: answer.id, roundId: round.id, stake, target, ...active } },
					answer.balance,
				);
				demo = { ...demo, last: { idempotencyKey, answer } };
				noteAct();
				return answer;
			},

			async cancel(betId: string) {
				const at = time();
				const { round, bet } = betIn(betId, at);
				if (bet.status === "refunded") return demo.points;
				if (!isWaiting(round, at)) throw new DomainError("bettingClosed");
				keep({ ...round, bet: { ...bet, status: "refunded" } }, demo.points + bet.stake);
				noteAct();
				return demo.points;
			},

			async flyNow(betId: string) {
				const at = time();
				const { round, bet } = betIn(betId, at);
				if (bet.status === "refunded") throw new DomainError("betRefunded");
				if (isWaiting(round, at)) keep({ ...round, fliesAt: at });
				noteAct();
			},

			async cashOut(betId: string) {
				const at = time();
				const { round, bet } = betIn(betId, at);
				if (bet.status === "refunded") throw new DomainError("betRefunded");
				const decided = bet.status === "active" ? cashOutAt(round, bet, at) : bet;
				keep({ ...round, bet: decided });
				noteAct();
				if (decided.status === "lost") throw tooLate(round.crashPoint);
				return { bet: decided, balance: demo.points };
			},

			/** Resets the points. @throws {DomainError} `betAlreadyPlaced` while a bet is open. */
			async refill() {
				if (bring()?.bet?.status === "active") throw new DomainError("betAlreadyPlaced");
				demo = { ...demo, points: DEMO_POINTS };
				noteAct();
			},
		};
	};
}
