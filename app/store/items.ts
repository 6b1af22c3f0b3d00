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

export const LONGEST = { name: 100, description: 1000, image: 2000, question: 200, answer: 500 } as const;

/** Points, pieces, orders and hours: what an admin may type. */
export const MOST = {
	price: 1_000_000_000,
	stock: 1_000_000,
	viewerLimit: 1_000_000,
	cooldownHours: 8760,
} as const;

/** Letters of any alphabet would need escaping in an address; a leading dot would hide the file. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*\.(avif|gif|jpe?g|png|webp)$/i;

/** Whether it names a picture file as the image folder may hold one: no path, raster only. */
export const isImageFileName = (text: string): boolean => text.length <= 150 && FILE_NAME.test(text);

export const isImageAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Where a picture is loaded from: an address is used as it is, a file's name leads into the image folder. */
export function imageSource(image: string): string | undefined {
	if (image === "") return undefined;
	return /^https?:\/\//i.test(image) ? image : `/slot-images/${encodeURIComponent(image)}`;
}

/**
 * The stock after an edit: what the admin changed the shown number by, on top of what is there now, so that
 * pieces that were redeemed while the form was open do not come back.
 */
export const editedStock = (now: number, shown: number, typed: number): number =>
	Math.min(MOST.stock, Math.max(0, now + typed - shown));
