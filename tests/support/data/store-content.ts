import { SQLite } from "db/driver";
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
export function openShelf(site: Site) {
	const database = new SQLite(site.database);
	database.pragma("busy_timeout = 5000");
	return {
		/** @returns the item's id. */
		add({
			name = "Mug",
			price = 100,
			stock = 5,
			status = "active",
			codes = [],
			...item
		}: ShelfItem = {}): string {
			const { id = crypto.randomUUID() } = item;
			const at = new Date().toISOString();
			database
				.prepare(
					`insert into store_items (id, name, description, image, price, stock, status, viewer_limit,
					cooldown_hours, question, has_codes, revision, created_at, updated_at)
					values (?, ?, 'For tea', ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
				)
				.run(
					id,
					name,
					item.image ?? "",
					price,
					codes.length || stock,
					status,
					item.viewerLimit ?? null,
					item.cooldownHours ?? null,
					item.question ?? null,
					codes.length > 0 ? 1 : 0,
					at,
					at,
				);
			for (const code of codes) {
				database
					.prepare("insert into item_codes (item_id, code, created_at) values (?, ?, ?)")
					.run(id, code, at);
			}
			return id;
		},
		/** Changes an item as an admin's edit does. */
		edit(id: string, change: Record<string, string | number | null>): void {
			const columns = Object.keys(change).map((column) => `${column} = ?`);
			database
				.prepare(`update store_items set ${columns}, revision = revision + 1 where id = ?`)
				.run(...Object.values(change), id);
		},
		run: (sql: string) => database.exec(sql),
		all: (sql: string, ...values: unknown[]) =>
			database.prepare(sql).all(...values) as Record<string, unknown>[],
		item: (id: string) =>
			database.prepare("select * from store_items where id = ?").get(id) as Record<string, unknown>,
		ordersOf: (id: string) =>
			database.prepare("select * from orders where item_id = ? order by created_at").all(id) as Record<
				string,
				unknown
			>[],
		pointsOf: (username: string) =>
			(
				database
					.prepare(
						"select points from user_points join users on users.id = user_points.user_id where twitch_username = ?",
					)
					.get(username) as { points: number }
			).points,
		close: () => database.close(),
	};
}

export type Shelf = ReturnType<typeof openShelf>;
