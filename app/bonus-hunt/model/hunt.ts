/** A hunt's figures, whichever source they come from. Money is euros; null where there is no value. */
export interface Statistics {
	countTotalBonus: number | null;
	countOpenedBonus: number | null;
	totalWinAmount: number | null;
	averageMultiplier: number | null;
	breakEvenInitial: number | null;
	breakEvenCurrent: number | null;
}

/** One bonus of a hunt, whichever source it comes from. Money is euros; null where there is no value. */
export interface HuntSlot {
	slotName: string;
	/** An address, or the name of a file. */
	slotImage: string | null;
	/** Its number within the hunt, from 1. */
	idForBonusHunt: number | null;
	betSize: number | null;
	/** Null until it is opened; 0 is opened too. */
	payout: number | null;
	multiplier: number | null;
	providerName: string | null;
	preNote: string | null;
}

/** A hunt that is run on this site. Money is cents. */
export interface Hunt {
	id: string;
	title: string;
	startCost: number;
	/** What may be lost: it is taken off the target. */
	stopLoss: number;
	status: "open" | "finished";
	guessing: "open" | "closed";
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

export type EditedDetails = Pick<Hunt, "title" | "startCost" | "stopLoss">;

/** What an admin edits of a hunt. */
export const detailsOf = ({ title, startCost, stopLoss }: EditedDetails): EditedDetails => ({
	title,
	startCost,
	stopLoss,
});

/** One of its slots. Money is cents. */
export interface Bonus {
	id: string;
	huntId: string;
	/** Those before it have smaller ones. */
	position: number;
	name: string;
	provider: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	bet: number;
	/** Null until it is opened; 0 is opened too. */
	payout: number | null;
	preNote: string;
	/** Increases by one with each change of the slot; a move is none. */
	revision: number;
	createdAt: string;
	openedAt: string | null;
}

/** A slot with another payout in cents, null for not opened: it keeps when it was opened first. */
export const paidAs = (bonus: Bonus, payout: Bonus["payout"], at: string): Bonus => ({
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
	/** How many have guessed. */
	guesses: number;
	statistics: Statistics;
	/** In the order in which they are opened; `idForBonusHunt` is the place, from 1. */
	slots: HuntSlot[];
}

/** Characters that an admin may type. */
export const LONGEST = { title: 100, name: 100, provider: 60, preNote: 200 } as const;

/** Slots of one hunt; points of a prize. */
export const MOST = { slots: 500, prize: 1_000_000_000 } as const;
