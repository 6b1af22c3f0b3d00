import type { Db, Trx } from "db/database";
import { shownName } from "~/account/shown-name";

/** What the bot's message about an order says. */
export const findRedemption = (db: Db | Trx, orderId: string) =>
	db
		.selectFrom("orders")
		.innerJoin("users", "users.id", "orders.user_id")
		.select(["item_name", "orders.created_at"])
		.select(shownName)
		.where("orders.id", "=", orderId)
		.executeTakeFirstOrThrow();
