import type { OfferedItem } from "~/store/store.server";

/** An item of the store on the home page. */
export type Offer = Pick<OfferedItem, "id" | "name" | "image" | "price">;

export interface Offers {
	/** Items that the viewer can redeem now, the most expensive first; for a visitor the cheapest items. */
	items: Offer[];
	/** The cheapest item that the viewer cannot afford yet, and the missing points; null for a visitor. */
	next: (Offer & { missing: number }) | null;
}

const MAX_OFFERS = 3;

/**
 * Picks what a viewer can afford, and the nearest item beyond. Items that are sold out, or that this viewer cannot redeem
 * for another reason, are left out.
 * @param points of the viewer; undefined for a visitor.
 */
export function offersOf(items: readonly OfferedItem[], points: number | undefined): Offers {
	const possible = items
		.filter(({ stock, refusal }) => stock > 0 && refusal === undefined)
		.sort((one, other) => one.price - other.price);
	if (points === undefined) return { items: possible.slice(0, MAX_OFFERS).map(offerOf), next: null };
	const affordable = possible.filter(({ price }) => price <= points);
	const next = possible[affordable.length];
	return {
		items: affordable.slice(-MAX_OFFERS).reverse().map(offerOf),
		next: next ? { ...offerOf(next), missing: next.price - points } : null,
	};
}

const offerOf = ({ id, name, image, price }: OfferedItem): Offer => ({ id, name, image, price });
