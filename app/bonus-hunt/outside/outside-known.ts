import type { HuntSlot, Statistics } from "../model/hunt";
import type { HuntAnswer } from "./hunt-answer";
import type { OutsideReading } from "./shown-hunt";

interface Part<Value> {
	value: Value | null;
	/** When the source answered with it. */
	at: number;
	/** Whether the source has failed to answer since. */
	fails: boolean;
}

/** The state of an external hunt on a page. Times are ms of a monotonic clock. */
export interface OutsideKnown {
	statistics: Part<Statistics>;
	slots: Part<HuntSlot[]>;
	/** When the site last answered. */
	at: number;
}

interface Answers {
	statistics: HuntAnswer<Statistics>;
	slots: HuntAnswer<HuntSlot[]>;
}

/**
 * Adds the site's answers to a page's state. An answer without a value keeps the earlier value and marks it as failing.
 * @param now ms of a monotonic clock.
 */
export const withAnswers = (
	known: OutsideKnown | undefined,
	answers: Answers,
	now: number,
): OutsideKnown => ({
	statistics: withAnswer(known?.statistics, answers.statistics, now),
	slots: withAnswer(known?.slots, answers.slots, now),
	at: now,
});

const withAnswer = <Value>(
	known: Part<Value> | undefined,
	{ value, ageMs }: HuntAnswer<Value>,
	now: number,
): Part<Value> =>
	value === null
		? { value: known?.value ?? null, at: known?.at ?? now, fails: true }
		: { value, at: now - (ageMs ?? 0), fails: ageMs !== null };

/** Converts the data of a page's loader to answers of the site. */
export const answersOf = ({ statistics, slots, staleMs }: OutsideReading): Answers => ({
	statistics: { value: statistics, ageMs: staleMs },
	slots: { value: slots, ageMs: staleMs },
});

/** Converts a page's state to the values that it displays, and their age while the source fails. */
export function readingOf({ statistics, slots, at }: OutsideKnown): OutsideReading {
	const old = [statistics, slots].filter(({ value, fails }) => fails && value !== null);
	const ages = old.map((part) => Math.round(at - part.at));
	return {
		statistics: statistics.value,
		slots: slots.value,
		staleMs: ages.length === 0 ? null : Math.max(...ages),
	};
}
