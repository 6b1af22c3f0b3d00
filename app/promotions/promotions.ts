/** A casino's offer. */
export interface Promotion {
	id: string;
	title: string;
	/** Its line breaks are kept. */
	description: string | null;
	/** Euros. */
	minDeposit: number | null;
	cashback: string | null;
	welcomeBonus: string | null;
	/** Processing time in hours. */
	pat: number | null;
	promocode: string | null;
	/** The address where it is claimed. */
	claimUrl: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	/** Increases by one with each edit. */
	revision: number;
}

export const MAX_LENGTH = {
	title: 100,
	description: 2000,
	cashback: 60,
	welcomeBonus: 100,
	promocode: 60,
} as const;

/** The texts of a new promotion until an admin edits them. */
export const NEW_PROMOTION = {
	title: "New Promotion",
	claimUrl: "https://example.com/",
} as const;

/**
 * Parses hours: `24`, `1,5` or `1.5`.
 * @returns undefined for any other text.
 */
export const hoursIn = (text: string): number | undefined =>
	/^\s*\d{1,5}([.,]\d{1,2})?\s*$/.test(text) ? Number(text.replace(",", ".")) : undefined;
