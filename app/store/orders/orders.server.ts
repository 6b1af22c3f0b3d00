import type { Db } from "db/database";
import { type Page, type Position, readPage } from "db/keyset";
import { findUserIdsByPrefix } from "~/account/user-search.queries.server";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import type { MessageState } from "../redeem-bot/message";
import { ORDERS_PER_PAGE, type OrderFilter, type OrderStatus } from "./orders";
import {
	findCodeOf,
	findItemNames,
	findOrder,
	findOrders,
	type OrderRow,
	type SearchHits,
} from "./orders.queries.server";

interface Tools {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
}

/** Maximum number of users whose orders are queried one by one. */
const MAX_USERS = 500;

/** The sort keys of a list of orders: newest first. */
export const ORDER_KEY = ["string", "string"] as const;

/** An order for admins; instants are formatted. */
export interface AdminOrder {
	id: string;
	username: string;
	email: string | null;
	item: string;
	quantity: number;
	points: number;
	status: OrderStatus;
	question: string | null;
	answer: string | null;
	note: string | null;
	createdAt: string;
	decidedAt: string | undefined;
	decidedBy: string | null;
	/** State of the bot's message; undefined for an order without one. */
	message:
		| {
				state: MessageState;
				tries: number;
				fault: string | null;
				nextTryAt: string | undefined;
				deliveredAt: string | undefined;
		  }
		| undefined;
}

/** An order in its dialog. Codes are secret to their buyers, so they are sent only with an open order. */
export interface OpenOrder extends AdminOrder {
	code: string | undefined;
}

export async function readOrders(
	tools: Tools,
	filter: OrderFilter,
	position: Position | undefined,
	language: Language,
): Promise<Page<AdminOrder>> {
	const { db } = tools;
	const hits = await findHits(db, filter.search);
	const page = await readPage(
		{ position, size: ORDERS_PER_PAGE },
		(from, limit) => findOrders(db, { status: filter.status, hits, position: from, limit }),
		keyOf,
	);
	return { ...page, rows: page.rows.map((row) => inWords(row, tools, language)) };
}

export async function readOrder(
	tools: Tools,
	id: string,
	language: Language,
): Promise<OpenOrder | undefined> {
	const [row, code] = await Promise.all([findOrder(tools.db, id), findCodeOf(tools.db, id)]);
	return row && { ...inWords(row, tools, language), code };
}

export const keyOf = ({ created_at, id }: OrderRow) => [created_at, id];

/**
 * Searches the small tables.
 * @returns undefined without a search.
 */
export async function findHits(db: Db, search: string): Promise<SearchHits | undefined> {
	if (search === "") return undefined;
	const [userIds, items] = await Promise.all([
		findUserIdsByPrefix(db, search, MAX_USERS + 1),
		findItemNames(db),
	]);
	const wanted = plain(search);
	return {
		text: search.toLowerCase(),
		userIds: userIds.length > MAX_USERS ? undefined : userIds,
		itemIds: items.flatMap(({ id, name }) => (plain(name).includes(wanted) ? [id] : [])),
	};
}

/** Removes case and accents. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function inWords(row: OrderRow, { config }: Tools, language: Language): AdminOrder {
	const when = (instant: string | null) =>
		instant === null ? undefined : formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return {
		id: row.id,
		username: row.username,
		email: row.email,
		item: row.item_name,
		quantity: row.quantity,
		points: row.total_points,
		status: row.status,
		question: row.question,
		answer: row.answer,
		note: row.note,
		createdAt: when(row.created_at) ?? "",
		decidedAt: when(row.decided_at),
		decidedBy: row.decider,
		message: row.message_state
			? {
					state: row.message_state,
					tries: row.message_tries ?? 0,
					fault: row.message_fault,
					nextTryAt: when(row.message_next_try_at),
					deliveredAt: when(row.message_delivered_at),
				}
			: undefined,
	};
}
