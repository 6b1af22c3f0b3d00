import { useEffect, useState } from "react";
import { useTopic } from "~/live/live";
import { useReload } from "~/ui/use-reload";
import type { ShownItem } from "./items/items";
import type { OfferedItem } from "./store.server";
import { type ItemState, isOfOneOf, isOfSameItems, STORE_TOPIC } from "./store-events";

/** Returns the loaded items with their current stock. An edited, added or disabled item reloads the page data. */
export function useStoreEvents(loaded: OfferedItem[]): OfferedItem[] {
	const [stocks, setStocks] = useState<ReadonlyMap<string, number>>(new Map());
	const reload = useReload();
	// biome-ignore lint/correctness/useExhaustiveDependencies: loaded data is newer than earlier events
	useEffect(() => setStocks(new Map()), [loaded]);
	useTopic(STORE_TOPIC, {
		items(states: ItemState[]) {
			if (isOfSameItems(loaded, states)) setStocks(new Map(states.map(({ id, stock }) => [id, stock])));
			else reload();
		},
		item(state: ItemState) {
			if (isOfOneOf(loaded, state)) setStocks((before) => new Map(before).set(state.id, state.stock));
			else reload();
		},
	});
	return loaded.map((item) => ({ ...item, stock: stocks.get(item.id) ?? item.stock }));
}

/** Returns the loaded item with its current stock; an edit is reloaded by the store page under the dialog. */
export function useStockEvents(loaded: ShownItem): ShownItem {
	const [latest, setLatest] = useState<{ of: ShownItem; stock: number }>();
	const onStates = (states: ItemState[]) => {
		const current = states.find((one) => isOfOneOf([loaded], one));
		if (current) setLatest({ of: loaded, stock: current.stock });
	};
	useTopic(STORE_TOPIC, { items: onStates, item: (state: ItemState) => onStates([state]) });
	return latest?.of === loaded ? { ...loaded, stock: latest.stock } : loaded;
}
