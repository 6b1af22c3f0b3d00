import { openShelf } from "../../tests/support/data/store-content";
import type { Site } from "../../tests/support/site/site";
import { signInMany, startLiveGame } from "./players";

/** Prepares a site for the clients of `clients.ts`: the live game, an item, and viewers. @param origin of the leader */
export async function prepareLoad(site: Site, origin: string, viewers: number) {
	await startLiveGame(site, origin);
	const shelf = openShelf(site);
	const itemId = shelf.add({ name: "Sticker", stock: 1_000_000 });
	shelf.close();
	return { itemId, cookies: signInMany(site, viewers) };
}
