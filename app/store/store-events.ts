export const STORE_TOPIC = "store";

declare module "~/live/topics" {
	interface Topics {
		[STORE_TOPIC]: {
			/** All items on offer. */
			items: ItemNews[];
			item: ItemNews;
		};
	}
}

/** What other viewers' redeems and admins' edits change. */
export interface ItemNews {
	id: string;
	stock: number;
	revision: number;
}

/** To be told that an item has other numbers now, or that this change took it out of the store. */
export type ItemChanged = (itemId: string, change?: "disabled") => void;

/** Whether the news are of the very items that a page shows, none of them edited since. */
export const isOfSameItems = (
	items: readonly Pick<ItemNews, "id" | "revision">[],
	news: readonly ItemNews[],
): boolean => items.length === news.length && news.every((one) => isOfOneOf(items, one));

/** Whether the news are of an item that a page shows, not edited since. */
export const isOfOneOf = (
	items: readonly Pick<ItemNews, "id" | "revision">[],
	{ id, revision }: ItemNews,
): boolean => items.some((item) => item.id === id && item.revision === revision);
