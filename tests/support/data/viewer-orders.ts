import { openDatabase } from "db/open";
import type { Site } from "../site/site";
import { addItem, addOrder } from "./store-rows";

/** Adds orders of a user, for one piece each of an item `Mug NAME` for 10 points, the newest first. @returns their ids. */
export async function addOrders(
	site: Pick<Site, "databaseUrl">,
	name: string,
	count: number,
): Promise<string[]> {
	const db = openDatabase(site.databaseUrl);
	try {
		const user = db.selectFrom("users").select("id").where("twitch_username", "=", name);
		const { id } = await user.executeTakeFirstOrThrow();
		const itemId = await addItem(db, `Mug ${name}`, { price: 10, stock: 100 });
		const ids: string[] = [];
		for (let place = 0; place < count; place += 1)
			ids.push(await addOrder(db, id, itemId, { at: new Date(Date.now() - place * 1000) }));
		return ids;
	} finally {
		await db.destroy();
	}
}
