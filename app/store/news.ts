export const STORE_TOPIC = "store";

/** What other viewers' redeems and admins' edits change. */
export interface ItemNews {
	id: string;
	stock: number;
	revision: number;
}
