/** How a viewer wants to see the store: the parameters of `/store`, which the dialogs over it keep. */
import { plainText } from "~/lib/plain-text";
import { checkOffer } from "../redeem/redeem";
import type { OfferedItem } from "../store.server";

/** The first is the specified order, most expensive first. `affordable` begins with what the viewer can redeem now. */
export const ITEM_SORTS = ["dearest", "affordable", "cheapest", "newest"] as const;
const MAX_SEARCH_LENGTH = 100;

export interface ItemList {
	sort: (typeof ITEM_SORTS)[number];
	/** Any part of a name or description; empty for no search. */
	search: string;
	/** Only items that the viewer can redeem now; ignored for visitors. */
	affordable: boolean;
	inStock: boolean;
}

/** Reads the parameters `q`, `sort`, `affordable` and `stock`. Invalid values are ignored, a long search is cut to 100 characters. */
export const itemListIn = (params: URLSearchParams): ItemList => ({
	sort: ITEM_SORTS.find((sort) => sort === params.get("sort")) ?? ITEM_SORTS[0],
	search: (params.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
	affordable: params.get("affordable") === "1",
	inStock: params.get("stock") === "1",
});

/** Returns the query string of a list, such as `?sort=newest`; empty for the default one. The same list always has the same one. */
export function itemListQuery({ sort, search, affordable, inStock }: ItemList): string {
	const params = new URLSearchParams({
		...(search && { q: search }),
		...(sort !== ITEM_SORTS[0] && { sort }),
		...(affordable && { affordable: "1" }),
		...(inStock && { stock: "1" }),
	});
	return params.size > 0 ? `?${params}` : "";
}

/** The list's part of another query string, such as that of a dialog over the store. */
export const keptListQuery = (query: string): string => itemListQuery(itemListIn(new URLSearchParams(query)));

/**
 * Whether visitors share the page with this query string. These are few, so that made-up parameters do not fill the page
 * cache: searches and what depends on a viewer are not among them.
 */
export function isSharedList(query: string): boolean {
	const list = itemListIn(new URLSearchParams(query));
	return itemListQuery({ ...list, search: "", affordable: false }) === query && list.sort !== "affordable";
}

/** Whether the viewer can redeem the item now. */
export const isAffordable = (item: OfferedItem, points: number): boolean =>
	!checkOffer(points, item) && !item.refusal;

/**
 * Filters and sorts items.
 * @param items in the specified order.
 * @param points the viewer's; undefined for a visitor.
 */
export function listItems(
	items: readonly OfferedItem[],
	{ sort, search, affordable, inStock }: ItemList,
	points: number | undefined,
): OfferedItem[] {
	const wanted = plainText(search);
	const listed = items.filter(
		(item) =>
			(!inStock || item.stock > 0) &&
			(!affordable || points === undefined || isAffordable(item, points)) &&
			(wanted === "" || plainText(`${item.name}\n${item.description}`).includes(wanted)),
	);
	if (sort === "cheapest") return listed.sort((one, other) => one.price - other.price);
	if (sort === "newest") return listed.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
	if (sort === "affordable") {
		return listed.sort((one, other) => distanceOf(one, points) - distanceOf(other, points));
	}
	return listed;
}

/** 0 for an item that the viewer can redeem now, 1 for one that they cannot, 2 for one that is sold out. */
function distanceOf(item: OfferedItem, points: number | undefined): number {
	if (item.stock <= 0) return 2;
	return points !== undefined && isAffordable(item, points) ? 0 : 1;
}
