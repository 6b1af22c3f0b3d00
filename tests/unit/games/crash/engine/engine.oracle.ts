/** Computes the correct outcome of every bet of a round from the moments at which requests were decided. */

/** A request with the moments of its decision and answer. */
export interface PlayerRequest {
	kind: "place" | "cancel" | "cash-out";
	userId: string;
	/** The bet that the request names; for a placement, set when the answer is known. */
	betId: string | undefined;
	decidedAt: number;
	/** State of the engine at the decision. */
	met: { roundId: string | undefined; phase: string | undefined };
	answeredAt: number | undefined;
	/** The answer, or the error code. */
	answer: unknown;
}

export interface Bet {
	id: string;
	userId: string;
	stake: number;
	target: number | null;
}

/** What the test has observed of a round. */
export interface RoundRecord {
	id: string;
	/** When betting closes or was closed. */
	closesAt: number;
	startedAt: number;
	crashPoint: number;
	/** Requests that concern its bets. */
	requests: PlayerRequest[];
	/** Whether the crash was published. */
	isEndShown: boolean;
	/** How the round ended: settled, voided before the flight, or interrupted by the end of the process. */
	end: "settled" | "voided" | "interrupted" | undefined;
}

export interface Outcome {
	status: "cashed_out" | "lost";
	multiplier: number | null;
	payout: number;
}

/** The ladder in exact arithmetic. */
const VALUES = [100];
for (let value = 100n; value < 100_000n; VALUES.push(Number(value))) value = (value * 2006n + 5000n) / 2000n;

/** The first tick that reaches each multiplier, found by linear search. */
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
 * Applies the rules: the first decision counts. A manual cash-out is decided in the step in which the engine
 * processes it. A target that the flight has reached by then wins at the target. From the moment of the crash on no bet can win.
 */
export function outcomeOf(bet: Bet, { startedAt, crashPoint, requests }: RoundRecord): Outcome {
	const { stake, target } = bet;
	const end = naiveMoment(crashPoint);
	const auto = target !== null && target <= crashPoint ? naiveMoment(target) : Number.POSITIVE_INFINITY;
	const won = (multiplier: number): Outcome => ({
		...{ status: "cashed_out", multiplier },
		payout: naivePayout(stake, multiplier),
	});
	const manual = requests
		.filter(({ kind, betId, userId }) => kind === "cash-out" && betId === bet.id && userId === bet.userId)
		.sort((one, other) => one.decidedAt - other.decidedAt);
	for (const { decidedAt, met } of manual) {
		const elapsed = decidedAt - startedAt;
		if (met.phase === "flying" && elapsed < auto && elapsed < end) {
			return won(naiveMultiplier(elapsed));
		}
	}
	if (target !== null && target <= crashPoint) return won(target);
	return { status: "lost", multiplier: null, payout: 0 };
}
