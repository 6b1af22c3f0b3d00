/** The largest balance that can be set, imported or merged; a safe integer. */
export const MAX_POINTS = 1_000_000_000_000;

/** Whether a number is a valid balance: whole points from 0 to {@link MAX_POINTS}. */
export const isAmount = (value: number): boolean =>
	Number.isSafeInteger(value) && value >= 0 && value <= MAX_POINTS;
