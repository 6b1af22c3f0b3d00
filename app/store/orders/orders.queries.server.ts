import type { Db } from "db/database";
import type { Position } from "db/keyset";
import { beginsWith } from "db/text-match";
import { type RawBuilder, sql } from "kysely";
import { redeemMessage } from "../redeem-bot/redeem-message.server";
import type { OrderFilter } from "./orders";

/** The orders that a search matches: those of the users, of the items, or with an id that begins with `text`. */
export interface SearchHits {
	/** The search in lower case; a prefix of user names, e-mail addresses and order ids. */
	text: string;
	/** Undefined when there are too many to query the orders of each. */
	userIds: readonly string[] | undefined;
	itemIds: readonly string[];
}

export interface OrderList {
	status: OrderFilter["status"];
	/** Undefined for no search. */
	hits: SearchHits | undefined;
	/** The key is `[created_at, id]`; undefined for the first page. */
	position: Position | undefined;
	limit: number;
}

const COLUMNS = [
	"orders.id",
	"orders.user_id",
	"orders.item_name",
	"orders.quantity",
	"orders.total_points",
	"orders.status",
	"orders.question",
	"orders.translations",
	"orders.answer",
	"orders.note",
	"orders.created_at",
	"orders.decided_at",
	"users.twitch_username as username",
	"users.email",
	"deciders.twitch_username as decider",
	"messages.state as message_state",
	"messages.tries as message_tries",
	"messages.fault as message_fault",
	"messages.next_at as message_next_at",
	"messages.done_at as message_done_at",
] as const;

const rows = (db: Db) =>
	db
		.selectFrom("orders")
		.innerJoin("users", "users.id", "orders.user_id")
		.leftJoin("users as deciders", "deciders.id", "orders.decided_by")
		.leftJoin("jobs as messages", (join) =>
			join.on("messages.kind", "=", redeemMessage.kind).onRef("messages.reference", "=", "orders.id"),
		)
		.select(COLUMNS);

export type OrderRow = Awaited<ReturnType<typeof findOrders>>[number];

/**
 * Orders beyond the position, nearest first: newest first, or oldest first when the direction is `before`. An id matches
 * from 4 characters on.
 */
export async function findOrders(db: Db, list: OrderList) {
	// Two steps, each through its own index: with one query, the planner may read all orders.
	const found = (await idsOf(list)?.execute(db))?.rows ?? [];
	const direction = isBackwards(list) ? "asc" : "desc";
	return rows(db)
		.where(
			"orders.id",
			"in",
			found.map(({ id }) => id),
		)
		.orderBy("orders.created_at", direction)
		.orderBy("orders.id", direction)
		.execute();
}

/** Returns an order; undefined without one. */
export const findOrder = (db: Db, id: string) => rows(db).where("orders.id", "=", id).executeTakeFirst();

/** Returns the orders with these ids, the newest first; unknown ids are ignored. */
export const findOrdersById = (db: Db, ids: readonly string[]) =>
	rows(db)
		.where("orders.id", "in", ids)
		.orderBy("orders.created_at", "desc")
		.orderBy("orders.id", "desc")
		.execute();

/** Returns the names of all items, which are few, in all languages. */
export const findItemNames = (db: Db) =>
	db.selectFrom("store_items").select(["id", "name", "translations"]).execute();

/** Returns the code of an order; undefined without one. */
export async function findCodeOf(db: Db, orderId: string): Promise<string | undefined> {
	const row = await db
		.selectFrom("item_codes")
		.select("code")
		.where("order_id", "=", orderId)
		.executeTakeFirst();
	return row?.code;
}

type Ids = RawBuilder<{ id: string }>;

/** Selects the ids of the page; undefined when the search has no hits. */
function idsOf(list: OrderList): Ids | undefined {
	const { hits } = list;
	if (!hits) return nearest(list, sql`true`);
	const { text, userIds, itemIds } = hits;
	// With many users, enough of their orders are among the nearest ones.
	if (!userIds) {
		return nearest(list, sql`${isUsers(text)} or ${isOneOf("item_id", itemIds)} or ${hasId(text)}`);
	}
	const parts = [
		...(userIds.length > 0 ? [nearestOfEach("users", "user_id", userIds, list)] : []),
		...(itemIds.length > 0 ? [nearestOfEach("store_items", "item_id", itemIds, list)] : []),
		...(ID_START.test(text)
			? [sql`select id, created_at from orders where ${hasId(text)} and ${isListed(list)}`]
			: []),
	];
	if (parts.length === 0) return undefined;
	return sql`select id from (${sql.join(parts, sql` union `)}) found ${inOrder(list, sql``)}`;
}

const nearest = (list: OrderList, condition: RawBuilder<unknown>): Ids => sql`
	select orders.id from orders where (${condition}) and ${isListed(list)} ${inOrder(list, sql`orders.`)}`;

/** Selects the nearest orders of each owner through the index; they include the page. */
const nearestOfEach = (
	table: "users" | "store_items",
	column: string,
	ids: readonly string[],
	list: OrderList,
) => sql`
	select own.id, own.created_at from ${sql.table(table)} as owners
	join orders as own on own.id in (${nearest(list, sql`orders.${sql.ref(column)} = owners.id`)})
	where owners.id in (${sql.join(ids)})`;

function inOrder(list: OrderList, table: RawBuilder<unknown>): RawBuilder<unknown> {
	const direction = isBackwards(list) ? sql`asc` : sql`desc`;
	return sql`order by ${table}created_at ${direction}, ${table}id ${direction} limit ${list.limit}`;
}

function isListed(list: OrderList): RawBuilder<unknown> {
	const { status, position } = list;
	const beyond = isBackwards(list) ? sql`>` : sql`<`;
	return sql`
		${status ? sql`orders.status = ${status}` : sql`true`}
		and ${position ? sql`(orders.created_at, orders.id) ${beyond} (${sql.join(position.key)})` : sql`true`}`;
}

const isBackwards = ({ position }: OrderList) => position?.direction === "before";

const isOneOf = (column: string, ids: readonly string[]) =>
	ids.length > 0 ? sql`orders.${sql.ref(column)} in (${sql.join(ids)})` : sql`false`;

/** Shorter prefixes match too many ids. */
const ID_START = /^[0-9a-f-]{4,36}$/;

const hasId = (text: string) => (ID_START.test(text) ? beginsWith(sql`orders.id`, text) : sql`false`);

const isUsers = (text: string) => sql`exists (
	select 1 from users where users.id = orders.user_id
		and (${beginsWith(sql`twitch_username`, text)} or ${beginsWith(sql`lower(email)`, text)}))`;
