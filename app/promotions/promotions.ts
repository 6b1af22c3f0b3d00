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
	/** Hours that it takes. */
	pat: number | null;
	promocode: string | null;
	/** Where it is claimed. */
	claimUrl: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	/** Grows with each edit. */
	revision: number;
}

export const LONGEST = {
	title: 100,
	description: 2000,
	cashback: 60,
	welcomeBonus: 100,
	promocode: 60,
} as const;

/** What a new promotion says until an admin gives it its own words. */
export const NEW_PROMOTION = {
	title: "New Promotion",
	claimUrl: "https://example.com/",
} as const;

/**
 * Hours as people type them: `24`, `1,5` or `1.5`.
 * @returns undefined for any other text.
 */
export const hoursIn = (text: string): number | undefined =>
	/^\s*\d{1,5}([.,]\d{1,2})?\s*$/.test(text) ? Number(text.replace(",", ".")) : undefined;
