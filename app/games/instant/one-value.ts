import { type DrawKey, drawBelow } from "../fairness/draws";

/** The parts of the rules of a game that draws one value, each exactly equally likely. */
export const oneValue = (values: number) => ({
	values,
	ways: values,
	maxDraws: 1,
	drawsOf: () => 1,
	draw: (key: DrawKey) => [drawBelow(key, values)],
});
