/** The rules of a flight, written a second time without the code of the games. */

/** The ladder up to 1.60x, in exact arithmetic. */
const VALUES = [100];
for (let value = 100n; value < 160n; VALUES.push(Number(value))) value = (value * 2006n + 5000n) / 2000n;

/** ms after the start at which a flight reaches a multiplier, in hundredths. */
export const naiveMoment = (multiplier: number) => 100 * VALUES.findIndex((value) => value >= multiplier);

/**
 * The outcome of a bet: the first decision counts. A target that the flight has reached by then wins at the target. From the moment
 * of the crash on no bet can win.
 * @param moments ms of the flight at which cash-outs were decided.
 */
export function expectedOutcome(
	{ target, amount }: { target: number | null; amount: number },
	crashPoint: number,
	moments: readonly number[],
) {
	const won = (multiplier: number) => ({
		...{ status: "cashed_out", multiplier },
		payout: Number((BigInt(amount) * BigInt(multiplier)) / 100n),
	});
	const auto = target !== null && target <= crashPoint ? naiveMoment(target) : Number.POSITIVE_INFINITY;
	const first = Math.min(...moments);
	if (first < auto && first < naiveMoment(crashPoint))
		return won(VALUES[Math.floor(first / 100)] ?? Number.NaN);
	return auto === Number.POSITIVE_INFINITY
		? { status: "lost", multiplier: null, payout: 0 }
		: won(target ?? 0);
}
