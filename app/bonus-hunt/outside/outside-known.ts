import type { HuntSlot, Statistics } from "../model/hunt";
import type { HuntAnswer } from "./hunt-answer";
import type { OutsideReading } from "./shown-hunt";

interface Part<Value> {
	value: Value | null;
	/** When the source said so. */
	at: number;
	/** Whether it was asked since, and did not answer. */
	fails: boolean;
}

/** What a page knows of an outside hunt. Times are ms of a clock that never jumps. */
export interface OutsideKnown {
	statistics: Part<Statistics>;
	slots: Part<HuntSlot[]>;
	/** When the site was heard of last. */
	at: number;
}

interface Heard {
	statistics: HuntAnswer<Statistics>;
	slots: HuntAnswer<HuntSlot[]>;
}

/** What a page knows after it has heard of a hunt. Figures that were good stay until there are others. */
export const hear = (known: OutsideKnown | undefined, heard: Heard, now: number): OutsideKnown => ({
	statistics: hearPart(known?.statistics, heard.statistics, now),
	slots: hearPart(known?.slots, heard.slots, now),
	at: now,
});

const hearPart = <Value>(
	known: Part<Value> | undefined,
	{ value, ageMs }: HuntAnswer<Value>,
	now: number,
): Part<Value> =>
	value === null
		? { value: known?.value ?? null, at: known?.at ?? now, fails: true }
		: { value, at: now - (ageMs ?? 0), fails: ageMs !== null };

/** The same of what a page's loader has read. */
export const heardOf = ({ statistics, slots, staleMs }: OutsideReading): Heard => ({
	statistics: { value: statistics, ageMs: staleMs },
	slots: { value: slots, ageMs: staleMs },
});

/** As it is shown. */
export function readingOf({ statistics, slots, at }: OutsideKnown): OutsideReading {
	const old = [statistics, slots].filter(({ value, fails }) => fails && value !== null);
	const ages = old.map((part) => Math.round(at - part.at));
	return {
		statistics: statistics.value,
		slots: slots.value,
		staleMs: ages.length === 0 ? null : Math.max(...ages),
	};
}
