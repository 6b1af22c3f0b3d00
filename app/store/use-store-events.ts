import { usePublished, useStates } from "~/live/live";
import { useReload } from "~/ui/use-reload";
import type { ShownItem } from "./items/items.server";
import { STORE_TOPIC, withStock } from "./store-events";

/** Returns the loaded items with their current stock. An edited, added or disabled item reloads the page data. */
export function useStoreEvents<Shown extends ShownItem>(loaded: Shown[]): Shown[] {
	const reload = useReload();
	const [items, publish] = usePublished(loaded);
	useStates(STORE_TOPIC, {
		items(states) {
			const current = withStock(loaded, states);
			if (current) publish(current);
			else reload();
		},
	});
	return items;
}

/** Returns the loaded item with its current stock; an edit is reloaded by the store page under the dialog. */
export function useStockEvents(loaded: ShownItem): ShownItem {
	const [item, publish] = usePublished(loaded);
	useStates(STORE_TOPIC, {
		items(states) {
			const [current] =
				withStock(
					[loaded],
					states.filter(({ id }) => id === loaded.id),
				) ?? [];
			if (current) publish(current);
		},
	});
	return item;
}
