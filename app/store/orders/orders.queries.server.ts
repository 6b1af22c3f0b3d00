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
	const found = (await idsOf(list).execute(db)).rows;
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

/** Selects the ids of the page. */
function idsOf(list: OrderList): RawBuilder<{ id: string }> {
	const { hits } = list;
	if (!hits) return nearest(list, sql`true`);
	const { text, userIds, itemIds } = hits;
	// With many users, enough of their orders are among the nearest ones.
	if (!userIds)
		return nearest(list, sql`${isUsers(text)} or ${isOneOf("item_id", itemIds)} or ${hasId(text)}`);
	// An expression has no index: the orders of few users are read through theirs, and sorted. An item may have too many
	// for that: only its nearest ones, which include the page, are read.
	const ofUsers = sql`${isOneOf("user_id", userIds)} or ${hasId(text)}`;
	return sql`select id from (
		select * from (${nearest(list, ofUsers, (name) => sql`${sql.ref(name)} || ''`)}) of_users
		union select own.id, own.created_at from store_items
			join orders as own on own.id in (select id from (${nearest(list, sql`item_id = store_items.id`)}) of_item)
			where ${isOneOf("store_items.id", itemIds)}
	) found ${inOrder(list)}`;
}

function nearest(
	list: OrderList,
	condition: RawBuilder<unknown>,
	column: (name: string) => RawBuilder<unknown> = sql.ref,
): RawBuilder<{ id: string }> {
	const { status, position } = list;
	const beyond = isBackwards(list) ? sql`>` : sql`<`;
	return sql`select id, created_at from orders
		where (${condition})
			and ${status ? sql`${column("status")} = ${status}` : sql`true`}
			and ${position ? sql`(created_at, id) ${beyond} (${sql.join(position.key)})` : sql`true`}
		${inOrder(list, column)}`;
}

function inOrder(list: OrderList, column: (name: string) => RawBuilder<unknown> = sql.ref) {
	const direction = isBackwards(list) ? sql`asc` : sql`desc`;
	return sql`order by ${column("created_at")} ${direction}, id ${direction} limit ${list.limit}`;
}

const isBackwards = ({ position }: OrderList) => position?.direction === "before";

const isOneOf = (column: string, ids: readonly string[]) =>
	ids.length > 0 ? sql`${sql.ref(column)} in (${sql.join(ids)})` : sql`false`;

/** Shorter prefixes match too many ids. */
const ID_START = /^[0-9a-f-]{4,36}$/;

const hasId = (text: string) => (ID_START.test(text) ? beginsWith(sql`orders.id`, text) : sql`false`);

const isUsers = (text: string) => sql`exists (
	select 1 from users where users.id = orders.user_id
		and (${beginsWith(sql`twitch_username`, text)} or ${beginsWith(sql`lower(email)`, text)}))`;
