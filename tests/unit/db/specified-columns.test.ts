import { TABLES } from "db/schema";
import { expect, it } from "vitest";

/** Fields of the specification. docs/specification.md explains columns with other names. */
const SPECIFIED = {
	users: ["id", "email", "twitch_id", "twitch_username"],
	user_points: ["user_id", "points"],
	slots: ["id", "name", "image", "description", "demo_url", "created_at", "updated_at"],
	store_items: ["id", "name", "description", "stock", "price", "status", "created_at", "updated_at"],
	orders: ["id", "quantity", "total_points", "status", "created_at", "user_id", "item_name", "item_price"],
	social_links: ["platform"],
	instagram_embeds: ["id", "embed_code", "position", "updated_at"],
	game_wins: ["id", "user_id", "amount", "game_name", "created_at"],
	crash_game_state: ["id", "is_active"],
	crash_bets: [
		...["id", "round_id", "user_id", "amount", "status", "payout", "cash_out_multiplier", "created_at"],
	],
	promotions: [
		...["id", "title", "description", "min_deposit", "cashback", "welcome_bonus"],
		...["pat", "promocode", "claim_url", "image_url", "created_at"],
	],
};

it.each(Object.entries(SPECIFIED))("a row of %s has the specification's fields", (table, fields) => {
	expect(Object.keys(TABLES[table as keyof typeof TABLES])).toEqual(expect.arrayContaining(fields));
});
