/** What every bet of a round must have come to, from the moments at which its player had asked for what. */

/** A request, as the site would see it: it arrives, is taken up some time later, and is answered. */
export interface Ask {
	kind: "place" | "cancel" | "cash-out";
	userId: string;
	/** What it is about; of a bet that is placed, once that is known. */
	betId: string | undefined;
	arrivedAt: number;
	takenUpAt: number;
	/** What the table was doing when it was taken up: the id and phase of the round. */
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
	/** When the crash was told. */
	crashedAt: number;
	/** About its bets. */
	asks: Ask[];
	/** How it ended: as it should, called off before the flight, or because the process did. */
	end: "settled" | "called off" | "interrupted" | undefined;
}

/** From when to when the process did nothing. */
export type Stall = readonly [from: number, to: number];

export interface Outcome {
	status: "cashed_out" | "lost";
	multiplier: number | null;
	payout: number;
}

/** How long a request that was there in time is waited for. */
export const PATIENCE_MS = 4000;

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

/** Between when and when somebody who waits for a moment is woken. */
function wakings(moment: number, stalls: readonly Stall[]): Stall {
	for (const [from, to] of stalls) {
		if (moment === from) return [from, to];
		if (moment > from && moment < to) return [to, to];
	}
	return [moment, moment];
}

/**
 * By the rules: whichever is decided first. A cash-out by hand counts at the moment it arrived, unless
 * the automatic one was carried out before it was taken up; what arrives after the crash counts nothing.
 * @returns the outcomes that are right: two where two things fall on the same moment.
 */
export function outcomesOf(bet: Bet, round: RoundRecord, stalls: readonly Stall[]): Outcome[] {
	const { startedAt, crashPoint, crashedAt } = round;
	const { stake, target } = bet;
	const end = naiveMoment(crashPoint);
	const auto = target !== null && target <= crashPoint ? naiveMoment(target) : undefined;
	const [autoFrom, autoTo] =
		auto === undefined ? [Number.POSITIVE_INFINITY, 0] : wakings(startedAt + auto, stalls);
	const right: Outcome[] = [];
	const win = (multiplier: number) =>
		right.push({ status: "cashed_out", multiplier, payout: naivePayout(stake, multiplier) });

	const byHand = round.asks.filter(
		({ kind, betId, userId }) => kind === "cash-out" && betId === bet.id && userId === bet.userId,
	);
	for (const { arrivedAt, takenUpAt, met } of byHand.sort((one, other) => one.takenUpAt - other.takenUpAt)) {
		const elapsed = arrivedAt - startedAt;
		// In the very moment of the start, and before it.
		if (met.phase === "waiting") continue;
		if (target !== null && takenUpAt >= autoFrom) win(target);
		if (takenUpAt > autoTo && auto !== undefined) return right;
		if (elapsed < 0 || elapsed > end) continue;
		if (target !== null && auto !== undefined && elapsed >= auto) win(target);
		else win(Math.min(naiveMultiplier(elapsed), crashPoint));
		// Nobody is waited for any longer: after that it may be too late.
		if (takenUpAt < crashedAt + PATIENCE_MS) return right;
	}
	if (target !== null && auto !== undefined) win(target);
	else right.push({ status: "lost", multiplier: null, payout: 0 });
	return right;
}
