/** No balance is set, imported or merged beyond it: far more than anyone holds, and still an exact number. */
export const MAX_POINTS = 1_000_000_000_000;

export const isAmount = (value: number): boolean =>
	Number.isSafeInteger(value) && value >= 0 && value <= MAX_POINTS;
