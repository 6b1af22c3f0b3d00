export const STORE_TOPIC = "store";

/** The values of an item that change while a page is open. */
export interface ItemNews {
	id: string;
	stock: number;
	revision: number;
}

/** To be called after a commit that changed an item; `disabled` if it left the store. */
export type ItemChanged = (itemId: string, change?: "disabled") => void;

/** Whether events are of exactly the items that a page shows, none of them edited since. */
export const isOfSameItems = (
	items: readonly Pick<ItemNews, "id" | "revision">[],
	news: readonly ItemNews[],
): boolean => items.length === news.length && news.every((one) => isOfOneOf(items, one));

/** Whether an event is of an item that a page shows, not edited since. */
export const isOfOneOf = (
	items: readonly Pick<ItemNews, "id" | "revision">[],
	{ id, revision }: ItemNews,
): boolean => items.some((item) => item.id === id && item.revision === revision);
