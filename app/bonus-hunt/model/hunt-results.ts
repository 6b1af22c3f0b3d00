import type { Bonus, Hunt, HuntSlot, Statistics } from "./hunt";

type Amounts = Pick<Bonus, "bet" | "payout">;
type Costs = Pick<Hunt, "startCost" | "stopLoss">;

/** What a hunt's slots come to. Money is cents, multipliers are ratios; null where there is nothing to divide by. */
export interface Figures {
	total: number;
	opened: number;
	/** What the opened ones paid. */
	won: number;
	staked: number;
	stakedOpened: number;
	/** What must be won for nothing to be lost: the start cost, less the stop loss, never under 0. */
	target: number;
	/** All wins per all bets opened: the one that break even is measured by. */
	averageMultiplier: number | null;
	/** The mean of each opened slot's own multiplier, whatever was bet. */
	meanMultiplier: number | null;
	/** The multiplier that all slots together need. */
	breakEvenInitial: number | null;
	/** The multiplier that the slots not yet opened need; null once none is left. */
	breakEvenCurrent: number | null;
	bestWin: number | null;
	bestMultiplier: number | null;
}

export function figuresOf({ startCost, stopLoss }: Costs, slots: readonly Amounts[]): Figures {
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
		averageMultiplier: ratio(won, stakedOpened),
		meanMultiplier: ratio(sum(multipliers), opened.length),
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

/** The figures under the names that the bonus hunt page and its API have for them. */
export const statisticsOf = (figures: Figures): Statistics => ({
	countTotalBonus: figures.total,
	countOpenedBonus: figures.opened,
	totalWinAmount: euros(figures.won),
	averageMultiplier: figures.averageMultiplier,
	breakEvenInitial: figures.breakEvenInitial,
	breakEvenCurrent: figures.breakEvenCurrent,
});

/** The slots, in their order, under the names that the bonus hunt page and its API have for them. */
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
