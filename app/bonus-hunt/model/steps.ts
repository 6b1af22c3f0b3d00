import type { Bonus, Hunt } from "./hunt";

/** What can be taken back. */
export const STEP_KINDS = [
	"edit",
	"add-slot",
	"open-slot",
	"edit-slot",
	"remove-slot",
	"move-slot",
	"finish",
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** How it was before a step, and whose step it was. */
export interface StepBefore {
	/** Of the slot or, where none is concerned, of the hunt. */
	name: string;
	/** Cents, where a slot was opened. */
	payout?: number;
	details?: Pick<Hunt, "title" | "startCost" | "stopLoss">;
	/** Where guessing ended with the step: how an admin wants it if there were no such step. */
	guessing?: Hunt["guessing"];
	/** Places, from 1. */
	move?: { bonusId: string; from: number; to: number };
	/** Those that the step changed; null for one that it added. */
	bonuses?: Record<string, Bonus | null>;
}

/** A step as the page offers to undo it. */
export interface ShownStep {
	id: number;
	kind: StepKind;
	name: string;
	payout: number | undefined;
	/** Who took it. */
	by: string;
}

/** A list with the entry at one place moved to another, places counted from 0. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
	const rest = list.filter((_, at) => at !== from);
	return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
