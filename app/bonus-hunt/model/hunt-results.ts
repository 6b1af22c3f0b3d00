import type { Bonus, Hunt, HuntSlot, Statistics } from "./hunt";

type Amounts = Pick<Bonus, "bet" | "payout">;
type Costs = Pick<Hunt, "startCost" | "stopLoss">;

/** Statistics of a hunt's slots. Money is cents, multipliers are ratios; null where the divisor is 0. */
export interface HuntStatistics {
	/** Number of slots. */
	total: number;
	/** Number of opened slots. */
	opened: number;
	/** Total payout of the opened slots. */
	won: number;
	/** Sum of all bets. */
	staked: number;
	/** Sum of the bets of the opened slots. */
	stakedOpened: number;
	/** The total payout at which nothing is lost: start cost minus stop loss, at least 0. */
	target: number;
	/** Total payout divided by the bets of the opened slots; compared with break-even. */
	overallMultiplier: number | null;
	/** Mean of the opened slots' multipliers, not weighted by bet. */
	averageMultiplier: number | null;
	/** The average multiplier over all slots that reaches the target. */
	breakEvenInitial: number | null;
	/** The average multiplier over the unopened slots that reaches the target; null when all are open. */
	breakEvenCurrent: number | null;
	/** The highest payout; null while no slot is opened, as for the highest multiplier. */
	bestWin: number | null;
	bestMultiplier: number | null;
}

/** Computes the statistics; all inputs are cents, and bets are greater than 0. */
export function huntStatisticsOf({ startCost, stopLoss }: Costs, slots: readonly Amounts[]): HuntStatistics {
	const opened = slots.flatMap(({ bet, payout }) => (payout === null ? [] : [{ bet, payout }]));
	const staked = sum(slots.map(({ bet }) => bet));
	const stakedOpened = sum(opened.map(({ bet }) => bet));
	const won = sum(opened.map(({ payout }) => payout));
	const target = Math.max(0, startCost - stopLoss);
	const multipliers = opened.map(({ bet, payout }) => payout / bet);
	return {
		total: slots.length,
		opened: opened.length,
		won,
		staked,
		stakedOpened,
		target,
		overallMultiplier: ratio(won, stakedOpened),
		averageMultiplier: ratio(sum(multipliers), opened.length),
		breakEvenInitial: ratio(target, staked),
		breakEvenCurrent: ratio(Math.max(0, target - won), staked - stakedOpened),
		bestWin: highest(opened.map(({ payout }) => payout)),
		bestMultiplier: highest(multipliers),
	};
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ratio = (value: number, by: number): number | null => (by === 0 ? null : value / by);
const highest = (values: readonly number[]): number | null =>
	values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value));

const euros = (cents: number): number => cents / 100;

/** Converts statistics to the shape of the bonus hunt page and its API. */
export const statisticsOf = (statistics: HuntStatistics): Statistics => ({
	countTotalBonus: statistics.total,
	countOpenedBonus: statistics.opened,
	totalWinAmount: euros(statistics.won),
	averageMultiplier: statistics.averageMultiplier,
	breakEvenInitial: statistics.breakEvenInitial,
	breakEvenCurrent: statistics.breakEvenCurrent,
});

/** Converts slots, in their order, to the shape of the bonus hunt page and its API. */
export const huntSlotsOf = (slots: readonly Bonus[]): HuntSlot[] =>
	slots.map(({ name, image, bet, payout, provider, preNote }, at) => ({
		slotName: name,
		slotImage: image === "" ? null : image,
		idForBonusHunt: at + 1,
		betSize: euros(bet),
		payout: payout === null ? null : euros(payout),
		multiplier: payout === null ? null : payout / bet,
		providerName: provider === "" ? null : provider,
		preNote: preNote === "" ? null : preNote,
	}));

/** The slots with the highest payout in euros and the highest multiplier so far; undefined without a value above 0. */
export function bestOf(slots: readonly HuntSlot[]) {
	let win = { name: "", amount: 0 };
	let multiplier = { name: "", ratio: 0 };
	for (const { slotName: name, payout, multiplier: ratio } of slots) {
		// A source may send 0 for a slot that is not opened.
		if ((payout ?? 0) > win.amount) win = { name, amount: payout ?? 0 };
		if ((ratio ?? 0) > multiplier.ratio) multiplier = { name, ratio: ratio ?? 0 };
	}
	return {
		win: win.amount > 0 ? win : undefined,
		multiplier: multiplier.ratio > 0 ? multiplier : undefined,
	};
}
