export const STORE_TOPIC = "store";

declare module "~/live/topics" {
	interface Topics {
		/** All items on offer. */
		[STORE_TOPIC]: { items: ItemState[] };
	}
}

/** The values of an item that change while a page is open. */
export interface ItemState {
	id: string;
	stock: number;
	revision: number;
}

/**
 * Items of a page with the published stock.
 * @returns undefined if the page must be loaded again, because an item was added, edited or disabled.
 */
export function withStock<Shown extends ItemState>(items: Shown[], states: ItemState[]): Shown[] | undefined {
	const stocks = new Map(states.map(({ id, revision, stock }) => [`${id} ${revision}`, stock]));
	if (states.length !== items.length) return undefined;
	const current = items.flatMap((item) => {
		const stock = stocks.get(`${item.id} ${item.revision}`);
		return stock === undefined ? [] : [{ ...item, stock }];
	});
	return current.length === items.length ? current : undefined;
}
