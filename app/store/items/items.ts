/** What the store offers. */
export interface Item {
	id: string;
	name: string;
	description: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	/** Points. */
	price: number;
	/** Of an item with codes the number of those that nobody has. */
	stock: number;
	status: "active" | "disabled";
	/** How many orders of it one viewer may have, cancelled ones aside; null for any number. */
	viewerLimit: number | null;
	/** How long a viewer waits after an order of it, cancelled ones aside; null for not at all. */
	cooldownHours: number | null;
	/** What the viewer is asked when redeeming. */
	question: string | null;
	/** Whether the buyer gets a secret code at once. */
	hasCodes: boolean;
	/** Grows with each edit by an admin, not with a redeem. */
	revision: number;
}

export const LONGEST = { name: 100, description: 1000, question: 200, answer: 500 } as const;

/** Points, pieces, orders and hours: what an admin may type. */
export const MOST = {
	price: 1_000_000_000,
	stock: 1_000_000,
	viewerLimit: 1_000_000,
	cooldownHours: 8760,
} as const;

/**
 * The stock after an edit: what the admin changed the shown number by, on top of what is there now, so that
 * pieces that were redeemed while the form was open do not come back.
 */
export const editedStock = (now: number, shown: number, typed: number): number =>
	Math.min(MOST.stock, Math.max(0, now + typed - shown));
