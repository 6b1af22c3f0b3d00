import type { PlacedBet } from "~/games/crash/engine/bet-repository";
import type { PlayerBet } from "~/games/crash/engine/view";
import { naiveMoment, outcomeOf, type PlayerRequest, type RoundRecord } from "./engine.oracle";
import type { StoredBet } from "./engine.repository";
import type { World } from "./engine.world";

interface EndedRound {
	record: RoundRecord;
	bets: Map<string, StoredBet>;
}

const MAX_KEPT = 6;
const isText = (answer: unknown): answer is string => typeof answer === "string";

/** Compares stored bets and answers with the oracle, and predicts the points of all players. */
export function createJudge(world: World, startingPoints: (userId: string) => number) {
	const kept: EndedRound[] = [];
	const endedOf = new Map<string, EndedRound>();
	const points = new Map<string, number>();
	const firstAnswers = new Map<string, string>();
	const tally: Record<string, number> = {};
	const count = (what: string) => {
		tally[what] = (tally[what] ?? 0) + 1;
	};

	function must(holds: boolean, what: string, ...about: unknown[]): asserts holds {
		if (!holds) throw new Error(`${what}: ${about.map((one) => JSON.stringify(one)).join(" ")}`);
	}

	const pointsOf = (userId: string) => points.get(userId) ?? startingPoints(userId);

	/** Checks that every bet of a round has its correct outcome. */
	function checkRound(record: RoundRecord, stored: readonly StoredBet[]) {
		const ended: EndedRound = { record, bets: new Map(stored.map((bet) => [bet.id, bet])) };
		count(`round ${record.end}`);
		const players = new Set<string>();
		for (const bet of stored) {
			must(bet.status !== "active", "an open bet in a round that is over", bet, record);
			endedOf.set(bet.id, ended);
			checkBet(record, bet);
			count(bet.status);
			if (bet.status !== "cancelled") {
				must(!players.has(bet.userId), "a player has two bets", bet, record);
				players.add(bet.userId);
			}
			const credit = bet.status === "cancelled" || bet.status === "refunded" ? bet.stake : (bet.payout ?? 0);
			points.set(bet.userId, pointsOf(bet.userId) - bet.stake + credit);
		}
		for (const request of record.requests) if (request.answeredAt !== undefined) checkAnswer(request, ended);
		kept.push(ended);
		if (kept.length > MAX_KEPT) forgetFirst();
	}

	function forgetFirst() {
		const first = kept.shift();
		if (!first) return;
		for (const id of first.bets.keys()) endedOf.delete(id);
		world.forget(first.record, first.bets.keys());
	}

	function checkBet(record: RoundRecord, bet: StoredBet) {
		const { status, multiplier, payout } = bet;
		const requests = record.requests.filter(({ betId }) => betId === bet.id);
		const isCancelled = requests.some(({ kind, answer }) => kind === "cancel" && typeof answer === "number");
		if (isCancelled) return must(status === "cancelled", "a cancelled bet is kept", bet, record);
		if (record.end === "voided") {
			return must(
				status === "refunded" || status === "cancelled",
				"a bet of a voided round is kept",
				bet,
				record,
			);
		}
		if (status === "cancelled" || status === "refunded") {
			const isUnanswered = requests.some(
				({ kind, answeredAt }) => kind === "cancel" && answeredAt === undefined,
			);
			must(
				status === "cancelled" || !record.isEndShown,
				"a bet was refunded after its end was shown",
				bet,
				record,
			);
			const fits = record.end === "interrupted" && (status === "refunded" || isUnanswered);
			return must(fits, "a bet was refunded without reason", bet, record);
		}
		const expected = outcomeOf(bet, record);
		const isCorrect =
			expected.status === status && expected.multiplier === multiplier && expected.payout === payout;
		must(isCorrect, "the outcome breaks the rules", bet, expected, record);
		if (bet.target !== null && status === "cashed_out")
			count(multiplier === bet.target ? "automatic" : "manual");
	}

	/** Checks an answer once the bet's round is over. */
	function checkAnswer(request: PlayerRequest, { record, bets }: EndedRound) {
		const bet = bets.get(request.betId ?? "");
		const answer = isText(request.answer) ? request.answer : "done";
		const isOwn = bet?.userId === request.userId;
		const about = [request, bet, record];
		switch (`${request.kind}: ${answer}`) {
			case "place: done":
				return must(isOwn, "a confirmed bet is missing", ...about);
			case "cancel: done":
				return must(
					isOwn && (bet.status === "cancelled" || bet.status === "refunded"),
					"a cancelled bet is kept",
					...about,
				);
			case "cancel: bettingClosed":
				return must(!isInTime(request, record), "a cancellation in time was rejected", ...about);
			case "cash-out: done": {
				const { bet: answered } = request.answer as { bet: PlayerBet };
				must(
					isOwn && bet.status === "cashed_out",
					"a cash-out was confirmed for a bet that is not cashed out",
					...about,
				);
				return must(
					answered.multiplier === bet.multiplier &&
						answered.payout === bet.payout &&
						answered.status === bet.status,
					"the answer has another payout",
					...about,
				);
			}
			case "cash-out: tooLate":
				must(isOwn && bet.status === "lost", "a cash-out was refused for a bet that is not lost", ...about);
				return must(isTooLate(request, bet, record), "a cash-out in time was rejected", ...about);
			case "cash-out: betRefunded":
				return must(
					isOwn && (bet.status === "cancelled" || bet.status === "refunded"),
					"the bet was not refunded",
					...about,
				);
			case "cash-out: notFlying":
				return must(
					request.met.phase === "waiting" || request.met.phase === "ending",
					"the flight had started",
					...about,
				);
			case "cash-out: noBet":
			case "cancel: noBet":
				return must(!isOwn || isBeingCancelled(request, bet, record), "a bet was not found", ...about);
			case "cancel: tooManyCancellations":
				return must(isOwn, "the limit was reported for a missing bet", ...about);
			case "cancel: failed":
			case "cash-out: failed":
				return;
			default:
				must(false, "an unexpected answer", ...about);
		}
	}

	/** True if decided while betting was open. At the exact moment of closing either order is valid. */
	const isInTime = (request: PlayerRequest, { id, closesAt }: RoundRecord) =>
		request.met.roundId === id && request.met.phase === "waiting" && request.decidedAt < closesAt;

	/** True while the bet may be in the middle of a cancellation, which may still fail. */
	const isBeingCancelled = (
		{ betId, met }: PlayerRequest,
		{ status }: StoredBet,
		{ id, requests }: RoundRecord,
	) =>
		met.roundId === id &&
		met.phase === "waiting" &&
		(status === "cancelled" ||
			requests.some(
				(other) => other.kind === "cancel" && other.betId === betId && other.answer === "failed",
			));

	const isTooLate = (request: PlayerRequest, { target }: StoredBet, { startedAt, crashPoint }: RoundRecord) =>
		(target === null || target > crashPoint) && request.decidedAt >= startedAt + naiveMoment(crashPoint);

	/** Checks the answer of a placement. A rejected placement belongs to no bet. */
	function checkPlace(request: PlayerRequest, current: RoundRecord | undefined) {
		if (isText(request.answer)) {
			if (request.answer !== "bettingClosed") return;
			const met = request.met.roundId === current?.id ? current : undefined;
			return must(!met || !isInTime(request, met), "a placement in time was rejected", request, met);
		}
		const placed = request.answer as PlacedBet;
		const record = world.roundOfBet(placed.id);
		const first = firstAnswers.get(placed.id);
		if (first === undefined) {
			firstAnswers.set(placed.id, JSON.stringify(placed));
			must(!record || request.decidedAt <= record.closesAt, "a late placement was accepted", request, record);
			if (firstAnswers.size > 1000) firstAnswers.delete([...firstAnswers.keys()][0] ?? "");
		} else must(first === JSON.stringify(placed), "a repeat has another answer", request, first);
	}

	return {
		tally,
		checkRound,
		pointsOf,
		checkRequest(request: PlayerRequest, current: RoundRecord | undefined) {
			count(`${request.kind}: ${isText(request.answer) ? request.answer : "done"}`);
			if (request.kind === "place") checkPlace(request, current);
			const ended = endedOf.get(request.betId ?? "");
			if (ended) checkAnswer(request, ended);
		},
	};
}
