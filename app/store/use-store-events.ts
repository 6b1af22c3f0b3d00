import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTopic } from "~/live/live";
import type { Item } from "./items/items";
import type { OfferedItem } from "./store.server";
import { type ItemState, isOfOneOf, isOfSameItems, STORE_TOPIC } from "./store-events";

/** Returns the loaded items with their current stock. An admin's edit reloads them. */
export function useStoreEvents(loaded: OfferedItem[]): OfferedItem[] {
	const [stocks, setStocks] = useState<ReadonlyMap<string, number>>(new Map());
	const { revalidate } = useRevalidator();
	// biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded is newer than what was told before
	useEffect(() => setStocks(new Map()), [loaded]);
	useTopic(STORE_TOPIC, {
		items(events: ItemState[]) {
			if (isOfSameItems(loaded, events)) setStocks(new Map(events.map(({ id, stock }) => [id, stock])));
			else revalidate();
		},
		item(events: ItemState) {
			if (isOfOneOf(loaded, events)) setStocks((before) => new Map(before).set(events.id, events.stock));
			else revalidate();
		},
	});
	return loaded.map((item) => ({ ...item, stock: stocks.get(item.id) ?? item.stock }));
}

/** Returns the loaded item with its current stock; an edit is reloaded by the store page under the dialog. */
export function useStockEvents(loaded: Item): Item {
	const [told, setTold] = useState<{ of: Item; stock: number }>();
	const onEvents = (events: ItemState[]) => {
		const own = events.find((one) => isOfOneOf([loaded], one));
		if (own) setTold({ of: loaded, stock: own.stock });
	};
	useTopic(STORE_TOPIC, { items: onEvents, item: (events: ItemState) => onEvents([events]) });
	return told?.of === loaded ? { ...loaded, stock: told.stock } : loaded;
}
