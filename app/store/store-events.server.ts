import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { findItems } from "./items/items.server";
import { STORE_TOPIC } from "./store-events";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the stock of the items; call it after a commit that changed an item. */
		itemChanged: ReturnType<typeof openStoreTopic>;
	}
}

/** Opens the topic of the items on offer: see {@link openFrames}. */
export const openStoreTopic = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, STORE_TOPIC, "items", async () =>
		(await findItems(site.db, "active")).map(({ id, stock, revision }) => ({ id, stock, revision })),
	);
