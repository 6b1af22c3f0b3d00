import type { Bonus, EditedDetails } from "./hunt";

/** The kinds of steps that can be undone. */
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

/** The state before a step, stored to undo it. */
export interface StepBefore {
	/** Of the slot, or of the hunt when the step concerns no slot. */
	name: string;
	/** Cents, if the step opened a slot. */
	payout?: number;
	details?: EditedDetails;
	/** Places, from 1. */
	move?: { bonusId: string; from: number; to: number };
	/** The slots as they were before the step; null for a slot that the step added. */
	bonuses?: Record<string, Bonus | null>;
}

/** A step as the manage page shows it. */
export interface ShownStep {
	id: number;
	kind: StepKind;
	name: string;
	/** Cents, if the step opened a slot. */
	payout: number | undefined;
	/** The name of the admin. */
	by: string | null;
}

/** Returns a copy of the list with the entry at index `from` moved to index `to`. */
export function moveEntry<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
	const rest = list.filter((_, at) => at !== from);
	return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
