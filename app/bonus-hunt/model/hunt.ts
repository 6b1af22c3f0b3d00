import type { RecordOf } from "~/records/record.server";

export const STATISTICS = [
	...(["countTotalBonus", "countOpenedBonus", "totalWinAmount"] as const),
	...(["averageMultiplier", "breakEvenInitial", "breakEvenCurrent"] as const),
] as const;

/** Statistics of a local or external hunt. Money is euros; null where there is no value. */
export type Statistics = Record<(typeof STATISTICS)[number], number | null>;

/** A slot of a local or external hunt. Money is euros; null where there is no value. */
export interface HuntSlot {
	slotName: string;
	/** An address, or the name of a file. */
	slotImage: string | null;
	/** The slot's number within the hunt, from 1. */
	idForBonusHunt: number | null;
	betSize: number | null;
	/** Null until the slot is opened; a payout of 0 counts as opened. */
	payout: number | null;
	multiplier: number | null;
	providerName: string | null;
	preNote: string | null;
}

/** A local hunt. Money is cents. */
export type Hunt = RecordOf<"hunts">;

/** A slot of a local hunt. Money is cents. */
export type Bonus = RecordOf<"hunt_slots">;

export type EditedDetails = Pick<Hunt, "title" | "translations" | "startCost" | "stopLoss">;

/** Picks the fields of a hunt that an admin edits. */
export const detailsOf = ({ title, translations, startCost, stopLoss }: EditedDetails): EditedDetails => ({
	title,
	translations,
	startCost,
	stopLoss,
});

/** The kinds of steps that can be undone. */
export const STEP_KINDS = [
	...(["edit", "add-slot", "add-slots", "open-slot", "edit-slot", "remove-slot", "move-slot"] as const),
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Maximum lengths in characters. */
export const MAX_LENGTH = { title: 100, name: 100, provider: 60, preNote: 200 } as const;

/** Maximum number of slots of a hunt, and of points of a prize. */
export const MAX = { slots: 500, prize: 1_000_000_000 } as const;
