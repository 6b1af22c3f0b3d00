import type { Translations } from "~/i18n/translations";

/** Statistics of a local or external hunt. Money is euros; null where there is no value. */
export interface Statistics {
	countTotalBonus: number | null;
	countOpenedBonus: number | null;
	totalWinAmount: number | null;
	averageMultiplier: number | null;
	breakEvenInitial: number | null;
	breakEvenCurrent: number | null;
}

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
export interface Hunt {
	id: string;
	title: string;
	translations: Translations<"title">;
	startCost: number;
	/** The loss that is accepted: it is subtracted from the target. */
	stopLoss: number;
	status: "open" | "finished";
	guessing: "open" | "closed";
	/** When the first payout was shown, which closes guessing for good; an undo does not reset it. */
	payoutShownAt: string | null;
	/** Increases with each change of the hunt or its slots. */
	revision: number;
	/** Increases with each edit of title and costs. */
	detailsRevision: number;
	/** Increases when the order of the slots changes. */
	orderRevision: number;
	createdAt: string;
	finishedAt: string | null;
	prize: { points: number; userId: string; paidAt: string } | null;
}

export type EditedDetails = Pick<Hunt, "title" | "translations" | "startCost" | "stopLoss">;

/** Picks the fields of a hunt that an admin edits. */
export const detailsOf = ({ title, translations, startCost, stopLoss }: EditedDetails): EditedDetails => ({
	title,
	translations,
	startCost,
	stopLoss,
});

/** A slot of a local hunt. Money is cents. */
export interface Bonus {
	id: string;
	huntId: string;
	/** Sort key within the hunt; gaps are allowed. */
	position: number;
	name: string;
	provider: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	bet: number;
	/** Null until the slot is opened; a payout of 0 counts as opened. */
	payout: number | null;
	preNote: string;
	/** Increases by one with each change of the slot; a move is none. */
	revision: number;
	createdAt: string;
	openedAt: string | null;
}

/**
 * Returns the slot with another payout in cents, null for unopened, and the next revision. Writes nothing.
 * @param at ISO instant of the opening; an opened slot keeps the time of its first opening.
 */
export const withPayout = (bonus: Bonus, payout: Bonus["payout"], at: string): Bonus => ({
	...bonus,
	payout,
	openedAt: payout === null ? null : (bonus.openedAt ?? at),
	revision: bonus.revision + 1,
});

/** The open hunt as every viewer may see it. */
export interface LocalHunt {
	id: string;
	title: string;
	revision: number;
	guessing: "open" | "closed";
	/** Number of guesses. */
	guesses: number;
	statistics: Statistics;
	/** In opening order; `idForBonusHunt` is the place, from 1. */
	slots: HuntSlot[];
}

/** Maximum lengths in characters. */
export const MAX_LENGTH = { title: 100, name: 100, provider: 60, preNote: 200 } as const;

/** Maximum number of slots of a hunt, and of points of a prize. */
export const MAX = { slots: 500, prize: 1_000_000_000 } as const;
