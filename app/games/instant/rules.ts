import type { Language } from "~/i18n/languages";
import { type DrawNumbers, drawBelow } from "../fairness/numbers";

/** The options of a bet. A game adds its own. */
export interface Bet {
	/** Points per draw. */
	stake: number;
}

/** A drawn number, and the value that it stands for. */
export interface Draw {
	drawn: number;
	value: number;
}

/** A row of the table of chances. */
export interface Chance {
	/** The first column of the table, in games that have one. */
	name?: string;
	/** Hundredths of the stake. */
	multiplier: number;
	/** The chance is `ways` of {@link InstantRules.ways}. */
	ways: number;
}

/**
 * The rules of a game whose round is drawn and paid in one request. Pure: the server plays by them, and the verifier in
 * the browser repeats them. A value is a whole number from 0 up to, not including, `values`.
 */
export interface InstantRules<Input extends Bet = Bet> {
	/** Version of the table of payouts. Stored with each round. */
	tableVersion: number;
	values: number;
	/** Stakes on offer, in points per draw. */
	stakes: readonly number[];
	/** Draws of a round. */
	maxDraws: number;
	drawsOf(input: Input): number;
	/** The same numbers always give the same draws. */
	draw(numbers: DrawNumbers, count: number): Draw[];
	/** Points that a round pays. @param outcome the value of each draw. */
	payout(input: Input, outcome: readonly number[]): number;
	chances: readonly Chance[];
	/** The number of equally likely cases that the chances count. */
	ways: number;
	/** Hundredths; only in games in which the value alone decides it. */
	multiplierOf?(value: number): number;
	/** A value as players read it. */
	label(value: number, language: Language): string;
	/** The bet that a page opens with, from the query parameters; defaults for invalid values. */
	openingBet(address: URLSearchParams): Input;
}

/** A settled round. */
export interface Round<Input extends Bet = Bet> {
	id: string;
	input: Input;
	/** The value of each draw, in order. */
	outcome: number[];
	/** Total points paid. */
	payout: number;
}

/** Sums of rounds: points staked, points paid, and draws. */
export interface Totals {
	staked: number;
	won: number;
	draws: number;
}

export const NO_TOTALS: Totals = { staked: 0, won: 0, draws: 0 };

/** Total points that a round costs. */
export const costOf = ({ input, outcome }: Pick<Round, "input" | "outcome">): number =>
	input.stake * outcome.length;

/** The offered stake in the query parameter `stake`; the lowest one for another value. */
export const openingStake = (stakes: readonly number[], address: URLSearchParams): number =>
	stakes.find((offered) => offered === Number(address.get("stake"))) ?? Math.min(...stakes);

/** The parts of the rules of a game that draws one value, each exactly equally likely. */
export const oneValue = (values: number) => ({
	values,
	ways: values,
	maxDraws: 1,
	drawsOf: () => 1,
	draw: (numbers: DrawNumbers) => [drawBelow(numbers, values)],
});
