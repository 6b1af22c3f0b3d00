import { openRows } from "../site/rows";
import type { Site } from "../site/site";

interface ShelfItem {
	id?: string;
	name?: string;
	price?: number;
	stock?: number;
	status?: "active" | "disabled";
	viewerLimit?: number;
	cooldownHours?: number;
	question?: string;
	codes?: readonly string[];
	image?: string;
}

/** Adds items to the store of a running site, and reads what it has stored. */
export function openShelf(site: Pick<Site, "databaseUrl">) {
	const rows = openRows(site);
	return {
		/** @returns the item's id. */
		add({ codes = [], viewerLimit, cooldownHours, ...item }: ShelfItem = {}): string {
			const at = new Date().toISOString();
			const id = rows.add("store_items", {
				...{ name: "Mug", description: "For tea", price: 100, stock: codes.length || 5, ...item },
				...{ viewer_limit: viewerLimit ?? null, cooldown_hours: cooldownHours ?? null },
				...{ has_codes: codes.length > 0 ? 1 : 0, created_at: at, updated_at: at },
			});
			for (const code of codes) rows.add("item_codes", { item_id: id, code });
			return id;
		},
		/** Changes an item as an admin's edit does. */
		edit(id: string, change: Record<string, string | number | null>): void {
			const columns = Object.keys(change).map((column) => `${column} = ?`);
			rows.run(
				`update store_items set ${columns}, revision = revision + 1 where id = ?`,
				...[...Object.values(change), id],
			);
		},
		run: rows.script,
		all: rows.all,
		item: (id: string) => rows.one("select * from store_items where id = ?", id),
		ordersOf: (id: string) => rows.all("select * from orders where item_id = ? order by created_at", id),
		pointsOf: (username: string) =>
			rows.one(
				"select points from user_points join users on users.id = user_points.user_id where twitch_username = ?",
				username,
			).points as number,
		close: rows.close,
	};
}

export type Shelf = ReturnType<typeof openShelf>;
