export const STORE_TOPIC = "store";

declare module "~/live/topics" {
	interface Topics {
		[STORE_TOPIC]: {
			/** All items on offer. */
			items: ItemState[];
			item: ItemState;
		};
	}
}

/** The values of an item that change while a page is open. */
export interface ItemState {
	id: string;
	stock: number;
	revision: number;
}

/** To be called after a commit that changed an item; `disabled` if it left the store. */
export type ItemChanged = (itemId: string, change?: "disabled") => void;

/** Whether events are about exactly the items of a page, none of them edited since. */
export const isOfSameItems = (
	items: readonly Pick<ItemState, "id" | "revision">[],
	events: readonly ItemState[],
): boolean => items.length === events.length && events.every((one) => isOfOneOf(items, one));

/** Whether an event is about an item of a page, not edited since. */
export const isOfOneOf = (
	items: readonly Pick<ItemState, "id" | "revision">[],
	{ id, revision }: ItemState,
): boolean => items.some((item) => item.id === id && item.revision === revision);
