import type { PlacedBet } from "~/games/crash/engine/bet-repository";
import type { PlayerBet } from "~/games/crash/engine/view";
import { type Ask, naiveMoment, outcomeOf, type RoundRecord } from "./engine.oracle";
import type { StoredBet } from "./engine.repository";
import type { World } from "./engine.world";

interface Ended {
	record: RoundRecord;
	bets: Map<string, StoredBet>;
}

const KEPT = 6;
const isText = (answer: unknown): answer is string => typeof answer === "string";

/** Holds what was stored and answered against the oracle, and predicts everybody's points. */
export function createJudge(world: World, startingPoints: (userId: string) => number) {
	const kept: Ended[] = [];
	const endedOf = new Map<string, Ended>();
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

	/** Every bet has come to what it had to come to, and to nothing else. */
	function judge(record: RoundRecord, stored: readonly StoredBet[]) {
		const ended: Ended = { record, bets: new Map(stored.map((bet) => [bet.id, bet])) };
		count(`round ${record.end}`);
		const players = new Set<string>();
		for (const bet of stored) {
			must(bet.status !== "active", "a bet of a round that is over is open", bet, record);
			endedOf.set(bet.id, ended);
			judgeBet(record, bet);
			count(bet.status);
			if (bet.status !== "cancelled") {
				must(!players.has(bet.userId), "a player has two bets", bet, record);
				players.add(bet.userId);
			}
			const back = bet.status === "cancelled" || bet.status === "refunded" ? bet.stake : (bet.payout ?? 0);
			points.set(bet.userId, pointsOf(bet.userId) - bet.stake + back);
		}
		for (const ask of record.asks) if (ask.answeredAt !== undefined) checkAnswer(ask, ended);
		kept.push(ended);
		if (kept.length > KEPT) forgetFirst();
	}

	function forgetFirst() {
		const first = kept.shift();
		if (!first) return;
		for (const id of first.bets.keys()) endedOf.delete(id);
		world.forget(first.record, first.bets.keys());
	}

	function judgeBet(record: RoundRecord, bet: StoredBet) {
		const { status, multiplier, payout } = bet;
		const asks = record.asks.filter(({ betId }) => betId === bet.id);
		const gave = asks.some(({ kind, answer }) => kind === "cancel" && typeof answer === "number");
		if (gave) return must(status === "cancelled", "a bet that was taken back stands", bet, record);
		if (record.end === "called off") {
			return must(status === "refunded" || status === "cancelled", "a bet of no flight is kept", bet, record);
		}
		if (status === "cancelled" || status === "refunded") {
			const unheard = asks.some(({ kind, answeredAt }) => kind === "cancel" && answeredAt === undefined);
			const fits = record.end === "interrupted" && (status === "refunded" || unheard);
			return must(fits, "a bet was given back without need", bet, record);
		}
		const right = outcomeOf(bet, record);
		const isRight = right.status === status && right.multiplier === multiplier && right.payout === payout;
		must(isRight, "not what the rules say", bet, right, record);
		if (bet.target !== null && status === "cashed_out")
			count(multiplier === bet.target ? "by itself" : "by hand");
	}

	/** Once the bet's round is over. */
	function checkAnswer(ask: Ask, { record, bets }: Ended) {
		const bet = bets.get(ask.betId ?? "");
		const said = isText(ask.answer) ? ask.answer : "done";
		const isOwn = bet?.userId === ask.userId;
		const about = [ask, bet, record];
		switch (`${ask.kind}: ${said}`) {
			case "place: done":
				return must(isOwn, "a bet was placed that is not there", ...about);
			case "cancel: done":
				return must(
					isOwn && (bet.status === "cancelled" || bet.status === "refunded"),
					"taken back and kept",
					...about,
				);
			case "cancel: bettingClosed":
				return must(!isInTime(ask, record), "in time to take it back", ...about);
			case "cash-out: done": {
				const { bet: told } = ask.answer as { bet: PlayerBet };
				must(isOwn && bet.status === "cashed_out", "told of a payout that is none", ...about);
				return must(
					told.multiplier === bet.multiplier && told.payout === bet.payout && told.status === bet.status,
					"told of another payout",
					...about,
				);
			}
			case "cash-out: tooLate":
				return must(isOwn && isTooLate(ask, bet, record), "not too late", ...about);
			case "cash-out: betRefunded":
				return must(isOwn && (bet.status === "cancelled" || bet.status === "refunded"), "kept", ...about);
			case "cash-out: notFlying":
				return must(ask.met.phase === "waiting" || ask.met.phase === "ending", "it flew", ...about);
			case "cash-out: noBet":
			case "cancel: noBet":
				return must(!isOwn || isUnclear(ask, bet, record), "there was a bet", ...about);
			case "cancel: tooManyCancellations":
				return must(isOwn, "there was no bet", ...about);
			case "cancel: failed":
			case "cash-out: failed":
				return;
			default:
				must(false, "no such answer", ...about);
		}
	}

	/**
	 * Whether it was decided while betting was open. At the very moment of the end either may be first.
	 */
	const isInTime = (ask: Ask, { id, closesAt }: RoundRecord) =>
		ask.met.roundId === id && ask.met.phase === "waiting" && ask.decidedAt < closesAt;

	/** While it is taken back; that may come to nothing. */
	const isUnclear = ({ betId, met }: Ask, { status }: StoredBet, { id, asks }: RoundRecord) =>
		met.roundId === id &&
		met.phase === "waiting" &&
		(status === "cancelled" ||
			asks.some((other) => other.kind === "cancel" && other.betId === betId && other.answer === "failed"));

	const isTooLate = (ask: Ask, { target }: StoredBet, { startedAt, crashPoint }: RoundRecord) =>
		(target === null || target > crashPoint) && ask.decidedAt >= startedAt + naiveMoment(crashPoint);

	/** Refusals of bets, which belong to no bet. */
	function checkPlace(ask: Ask, roundNow: RoundRecord | undefined) {
		if (isText(ask.answer)) {
			if (ask.answer !== "bettingClosed") return;
			const met = ask.met.roundId === roundNow?.id ? roundNow : undefined;
			return must(!met || !isInTime(ask, met), "in time to bet", ask, met);
		}
		const placed = ask.answer as PlacedBet;
		const record = world.roundOfBet(placed.id);
		const first = firstAnswers.get(placed.id);
		if (first === undefined) {
			firstAnswers.set(placed.id, JSON.stringify(placed));
			must(!record || ask.decidedAt <= record.closesAt, "a bet came too late", ask, record);
			if (firstAnswers.size > 1000) firstAnswers.delete([...firstAnswers.keys()][0] ?? "");
		} else must(first === JSON.stringify(placed), "a repeat has another answer", ask, first);
	}

	return {
		tally,
		judge,
		pointsOf,
		hear(ask: Ask, roundNow: RoundRecord | undefined) {
			count(`${ask.kind}: ${isText(ask.answer) ? ask.answer : "done"}`);
			if (ask.kind === "place") checkPlace(ask, roundNow);
			const ended = endedOf.get(ask.betId ?? "");
			if (ended) checkAnswer(ask, ended);
		},
	};
}
