import type { Db } from "db/database";
import type { Clock } from "~/lib/clock";
import type { Hub } from "~/live/hub.server";
import { publishInOrder } from "~/live/in-order.server";
import type { Log } from "~/observability/log.server";
import type { Item } from "./items/items";
import { findItem, findItems } from "./items/items.queries.server";
import { type ItemChanged, type ItemState, STORE_TOPIC } from "./store-events";

/** Minimum ms between two events of an item. */
const EVENT_INTERVAL_MS = 500;

interface Tools {
	db: Db;
	clock: Pick<Clock, "now" | "at">;
	hub: Pick<Hub, "openTopic" | "publish">;
	log: Pick<Log, "error">;
}

const stateOf = ({ id, stock, revision }: Item): ItemState => ({ id, stock, revision });

/**
 * Opens the topic of the store's items.
 * @returns the function that publishes an item's stock after 500 ms, at most once in that time; call it after a commit
 * that changed the item. Disabled items are published only once, when they are disabled. Failures are logged.
 */
export function openStoreTopic({ db, clock, hub, log }: Tools): ItemChanged {
	/** By item id: whether one of the pending changes has disabled the item. */
	const due = new Map<string, boolean>();
	hub.openTopic(STORE_TOPIC, {
		snapshot: async () => [{ event: "items", data: (await findItems(db, "active")).map(stateOf) }],
	});

	const publish = publishInOrder({
		async publish(itemId) {
			const isDisabled = due.get(itemId) === true;
			due.delete(itemId);
			const item = await findItem(db, itemId);
			if (item && (item.status === "active" || isDisabled)) hub.publish(STORE_TOPIC, "item", stateOf(item));
		},
		onError: (error, itemId) => log.error({ event: "item-event-failed", itemId, err: error }),
	});

	return (itemId, change) => {
		const waits = due.get(itemId);
		due.set(itemId, waits === true || change === "disabled");
		if (waits !== undefined) return;
		clock.at(clock.now() + EVENT_INTERVAL_MS, () => publish(itemId));
	};
}
