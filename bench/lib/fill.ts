import { SQLite } from "db/sqlite/driver";

const ITEMS = 40;
const STATUSES = ["created", "approved", "cancelled"] as const;
const START = Date.parse("2025-01-01T00:00:00.000Z");
const MINUTE_MS = 60_000;

/** Fills a migrated database with users and orders whose times span several months. */
export function fill(file: string, { users, orders }: { users: number; orders: number }): void {
	const database = new SQLite(file);
	database.pragma("synchronous = off");
	const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();
	const id = (kind: string, number: number) => `${kind}-${String(number).padStart(6, "0")}`;
	const insertUser = database.prepare(
		"insert into users (id, twitch_id, twitch_username, email, roles, created_at) values (?, ?, ?, ?, '[]', ?)",
	);
	const insertPoints = database.prepare("insert into user_points (user_id, points) values (?, ?)");
	const insertEntry = database.prepare(
		`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
		values (?, ?, ?, 'registration', ?, 'system', ?)`,
	);
	const insertItem = database.prepare(
		`insert into store_items
		(id, name, description, image, price, stock, status, has_codes, revision, created_at, updated_at)
		values (?, ?, '', '', 10, 5, 'active', 0, 1, ?, ?)`,
	);
	const insertOrder = database.prepare(
		`insert into orders
		(id, user_id, item_id, item_name, item_price, quantity, total_points, status, created_at, decided_at, decided_by)
		values (?, ?, ?, ?, 10, 1, 10, ?, ?, ?, ?)`,
	);
	const insertMessage = database.prepare(
		`insert into jobs (kind, reference, key, body, state, created_at)
		values ('redeem-message', ?, ?, json_object('orderId', ?), 'off', ?)`,
	);
	database.transaction(() => {
		for (let number = 0; number < users; number++) {
			const user = id("user", number);
			// Multiplied by primes, so that names, points and age do not correlate.
			const name = `viewer${(number * 7919) % 1_000_003}`;
			const points = (number * 104_729) % 100_000;
			insertUser.run(user, user, name, `${name}@example.com`, at(number));
			insertPoints.run(user, points + 1);
			insertEntry.run(user, points + 1, points + 1, user, at(number));
		}
		for (let number = 0; number < ITEMS; number++) {
			insertItem.run(id("item", number), `Item ${number}`, at(number), at(number));
		}
		for (let number = 0; number < orders; number++) {
			const order = id("order", number);
			const item = (number * 13) % ITEMS;
			const status = STATUSES[number % STATUSES.length] ?? "created";
			const decided = status === "created" ? null : at(number + 5);
			const user = id("user", (number * 31) % users);
			insertOrder.run(
				...[order, user, id("item", item), `Item ${item}`, status, at(number)],
				...[decided, decided && "user-000000"],
			);
			insertMessage.run(order, order, order, at(number));
		}
	})();
	database.close();
}
