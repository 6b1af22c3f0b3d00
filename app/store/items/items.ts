import type { Translations } from "~/i18n/translations";

/** The texts of an item that can be translated. */
export const ITEM_TEXTS = ["name", "description", "question"] as const;

/** An item of the store. */
export interface Item {
	id: string;
	name: string;
	description: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	/** Price in points. */
	price: number;
	/** Pieces left; of an item with codes, the number of free codes. */
	stock: number;
	status: "active" | "disabled";
	/** Maximum number of a viewer's orders of it, without cancelled ones; null for no limit. */
	viewerLimit: number | null;
	/** Hours between a viewer's orders of it, without cancelled ones; null for none. */
	cooldownHours: number | null;
	/** The question that the viewer must answer when redeeming; null for none. */
	question: string | null;
	/** Whether the buyer gets a secret code immediately. */
	hasCodes: boolean;
	/** Increases by one with each edit by an admin, not with a redeem. */
	revision: number;
	/** ISO 8601. */
	createdAt: string;
	translations: Translations<(typeof ITEM_TEXTS)[number]>;
}

/** An item with its texts in one language. */
export type ShownItem = Omit<Item, "translations">;

/** Maximum lengths of texts, in UTF-16 units. */
export const MAX_LENGTH = { name: 100, description: 1000, question: 200, answer: 500 } as const;

/** Maximum values: points, pieces, orders, hours. */
export const MAX = {
	price: 1_000_000_000,
	stock: 1_000_000,
	viewerLimit: 1_000_000,
	cooldownHours: 8760,
} as const;

/**
 * Returns the stock after an edit, from 0 to `MAX.stock`. The admin's change of the displayed stock is applied to the
 * current one, so that pieces redeemed since are not restored.
 */
export const editedStock = (current: number, displayed: number, typed: number): number =>
	Math.min(MAX.stock, Math.max(0, current + typed - displayed));
