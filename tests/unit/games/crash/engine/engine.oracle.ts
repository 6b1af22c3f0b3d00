/** What every bet of a round must have come to, from the moments at which its player's requests were decided. */

/** A request, as the site sees it: the engine decides it, and it is answered. */
export interface Ask {
	kind: "place" | "cancel" | "cash-out";
	userId: string;
	/** What it is about; of a bet that is placed, once that is known. */
	betId: string | undefined;
	decidedAt: number;
	/** What the engine was doing when it was decided: the id and phase of the round. */
	met: { roundId: string | undefined; phase: string | undefined };
	answeredAt: number | undefined;
	/** The answer, or the code of a refusal. */
	answer: unknown;
}

export interface Bet {
	id: string;
	userId: string;
	stake: number;
	target: number | null;
}

/** What the test has seen of a round. */
export interface RoundRecord {
	id: string;
	/** When betting ends, or was ended. */
	closesAt: number;
	startedAt: number;
	crashPoint: number;
	/** About its bets. */
	asks: Ask[];
	/** How it ended: as it should, called off before the flight, or because the process did. */
	end: "settled" | "called off" | "interrupted" | undefined;
}

export interface Outcome {
	status: "cashed_out" | "lost";
	multiplier: number | null;
	payout: number;
}

/** The ladder in exact arithmetic. */
const VALUES = [100];
for (let value = 100n; value < 100_000n; VALUES.push(Number(value))) value = (value * 2006n + 5000n) / 2000n;

/** By multiplier: the first tick that has reached it, found by counting them all up. */
const TICKS: number[] = [];
for (let multiplier = 0, tick = 0; multiplier <= 100_000; TICKS.push(tick), multiplier++) {
	while ((VALUES[tick] ?? 0) < multiplier) tick += 1;
}

export const naiveMoment = (multiplier: number): number => 100 * (TICKS[multiplier] ?? Number.NaN);

export const naiveMultiplier = (elapsed: number): number =>
	VALUES[Math.min(Math.floor(elapsed / 100), VALUES.length - 1)] ?? Number.NaN;

export const naivePayout = (stake: number, multiplier: number): number =>
	Number((BigInt(stake) * BigInt(multiplier)) / 100n);

/**
 * By the rules: the first decision counts. A manual cash-out is decided at the moment at which the engine takes it
 * up; a target that the flight has reached by then wins at the target; after the crash nothing is won.
 */
export function outcomeOf(bet: Bet, { startedAt, crashPoint, asks }: RoundRecord): Outcome {
	const { stake, target } = bet;
	const end = naiveMoment(crashPoint);
	const auto = target !== null && target <= crashPoint ? naiveMoment(target) : Number.POSITIVE_INFINITY;
	const won = (multiplier: number): Outcome => ({
		...{ status: "cashed_out", multiplier },
		payout: naivePayout(stake, multiplier),
	});
	const byHand = asks
		.filter(({ kind, betId, userId }) => kind === "cash-out" && betId === bet.id && userId === bet.userId)
		.sort((one, other) => one.decidedAt - other.decidedAt);
	for (const { decidedAt, met } of byHand) {
		const elapsed = decidedAt - startedAt;
		if (met.phase === "flying" && elapsed < auto && elapsed <= end) {
			return won(Math.min(naiveMultiplier(elapsed), crashPoint));
		}
	}
	if (target !== null && target <= crashPoint) return won(target);
	return { status: "lost", multiplier: null, payout: 0 };
}
