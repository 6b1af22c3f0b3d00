import type { Db } from "db/database";
import { type RawBuilder, sql } from "kysely";
import type { Position } from "~/platform/keyset";
import type { OrderFilter } from "./orders";

/** What a search has found in the small tables beside the orders. */
export interface SearchHits {
	/** Lower case: names, addresses and the ids of orders may begin with it. */
	text: string;
	/** Undefined when they are too many to look at the orders of each. */
	userIds: readonly string[] | undefined;
	itemIds: readonly string[];
}

export interface OrderList {
	status: OrderFilter["status"];
	/** Undefined for all orders. */
	hits: SearchHits | undefined;
	position: Position | undefined;
	limit: number;
}

/** Sorts behind every other character. */
const LAST_CHARACTER = "\u{10FFFF}";

const COLUMNS = [
	"orders.id",
	"orders.user_id",
	"orders.item_name",
	"orders.quantity",
	"orders.total_points",
	"orders.status",
	"orders.question",
	"orders.answer",
	"orders.note",
	"orders.created_at",
	"orders.decided_at",
	"users.twitch_username as username",
	"users.email",
	"deciders.twitch_username as decider",
	"redeem_messages.state as message_state",
	"redeem_messages.tries as message_tries",
	"redeem_messages.last_fault as message_fault",
	"redeem_messages.next_try_at as message_next_try_at",
	"redeem_messages.delivered_at as message_delivered_at",
] as const;

const rowsOf = (db: Db, ids: RawBuilder<unknown>) =>
	db
		.selectFrom(sql<{ id: string }>`(${ids})`.as("listed"))
		.innerJoin("orders", "orders.id", "listed.id")
		.innerJoin("users", "users.id", "orders.user_id")
		.leftJoin("users as deciders", "deciders.id", "orders.decided_by")
		.leftJoin("redeem_messages", "redeem_messages.order_id", "orders.id")
		.select(COLUMNS);

export type OrderRow = Awaited<ReturnType<typeof findOrders>>[number];

/** Orders newest first; before a position nearest first, so in reverse. */
export function findOrders(db: Db, list: OrderList) {
	const direction = list.position?.direction === "before" ? "asc" : "desc";
	return rowsOf(db, idsOf(list))
		.orderBy("orders.created_at", direction)
		.orderBy("orders.id", direction)
		.limit(list.limit)
		.execute();
}

export const findOrder = (db: Db, id: string) => rowsOf(db, sql`select ${id} as id`).executeTakeFirst();

/** All items' names, of which there are few. */
export const findItemNames = (db: Db) => db.selectFrom("store_items").select(["id", "name"]).execute();

/** Each order's code, where it has one. */
export const findCodesOf = (db: Db, orderIds: readonly string[]) =>
	db
		.selectFrom("item_codes")
		.select(["order_id", "code"])
		.where("order_id", "in", orderIds.length > 0 ? orderIds : [""])
		.execute();

/** Ids among which is the page, each found through an index. */
function idsOf(list: OrderList): RawBuilder<unknown> {
	const { hits } = list;
	if (!hits) return nearest(list);
	const { text, userIds, itemIds } = hits;
	// Many users: there will soon be enough of their orders among the nearest.
	if (!userIds)
		return nearest(
			list,
			sql`${isUsers(text)} or ${oneOf("item_id", itemIds)} or ${startsWith("orders.id", text)}`,
		);
	return sql`
		${nearestOfEach("users", "user_id", userIds, list)}
		union ${nearestOfEach("store_items", "item_id", itemIds, list)}
		union select * from (${nearest(list, startsWith("orders.id", text))})`;
}

function nearest({ status, position, limit }: OrderList, condition = sql`true`): RawBuilder<unknown> {
	const back = position?.direction === "before";
	const direction = back ? sql`asc` : sql`desc`;
	return sql`
		select orders.id from orders
		where (${condition})
			${status ? sql`and orders.status = ${status}` : sql``}
			${position ? sql`and (orders.created_at, orders.id) ${back ? sql`>` : sql`<`} (${sql.join(position.key)})` : sql``}
		order by orders.created_at ${direction}, orders.id ${direction} limit ${limit}`;
}

/** The nearest orders of each owner, one look into the index for each: the page is among them. */
const nearestOfEach = (
	table: "users" | "store_items",
	column: string,
	ids: readonly string[],
	list: OrderList,
) => sql`
	select own.id from ${sql.table(table)} as owners
	join orders as own on own.id in (${nearest(list, sql`orders.${sql.ref(column)} = owners.id`)})
	where ${ids.length > 0 ? sql`owners.id in (${sql.join(ids)})` : sql`false`}`;

const oneOf = (column: string, ids: readonly string[]) =>
	ids.length > 0 ? sql`orders.${sql.ref(column)} in (${sql.join(ids)})` : sql`false`;

const startsWith = (column: string, text: string) =>
	sql`(${sql.raw(column)} >= ${text} and ${sql.raw(column)} < ${text + LAST_CHARACTER})`;

const isUsers = (text: string) => sql`exists (
	select 1 from users where users.id = orders.user_id
		and (${startsWith("twitch_username", text)} or ${startsWith("lower(email)", text)}))`;
