import type { Db } from "db/database";
import { type Page, type Position, readPage } from "db/keyset";
import { findUserIdsByPrefix } from "~/account/user-search.queries.server";
import { formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { translationsOf } from "~/i18n/translations";
import { plainText } from "~/lib/plain-text";
import type { Decider } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { MESSAGE_STATES } from "../redeem-bot/message";
import { ORDERS_PER_PAGE, type OrderFilter, orderTexts, type Question, type Verb } from "./orders";
import {
	findCodeOf,
	findItemNames,
	findOrder,
	findOrders,
	findOrdersById,
	type OrderRow,
	type SearchHits,
} from "./orders.queries.server";

/** Maximum number of users whose orders are queried one by one. */
const MAX_USERS = 500;

/** The types of {@link keyOf}, for `positionIn`. */
export const ORDER_KEY = ["string", "string"] as const;

type Reader = Pick<Decider, "isAdmin">;

export type AdminOrder = ReturnType<typeof formatOrder>;

export type OpenOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** Reads a page of 25 orders, newest first. Codes are not included; moderators get no e-mail addresses and search only by names. */
export async function readOrders(
	site: Pick<Site, "db" | "config">,
	filter: OrderFilter,
	position: Position | undefined,
	language: Language,
	reader: Reader,
): Promise<Page<AdminOrder>> {
	const { db } = site;
	const hits = await findHits(db, filter.search, reader.isAdmin);
	const page = await readPage(
		{ position, size: ORDERS_PER_PAGE },
		(from, limit) => findOrders(db, { status: filter.status, hits, position: from, limit }),
		keyOf,
	);
	return { ...page, rows: page.rows.map((row) => formatOrder(row, site, language, reader)) };
}

/** Reads an order, for admins with its code, which only an open order has; undefined without one. */
export async function readOrder(
	site: Pick<Site, "db" | "config">,
	id: string,
	language: Language,
	reader: Reader,
) {
	const [row, code] = await Promise.all([
		findOrder(site.db, id),
		reader.isAdmin ? findCodeOf(site.db, id) : undefined,
	]);
	return row && { ...formatOrder(row, site, language, reader), code };
}

/** The content of the dialog that asks to confirm a decision. */
export interface AskedDecision {
	verb: Verb;
	/** The newest first. Those that are decided already cannot be decided again. */
	orders: AdminOrder[];
}

/**
 * Reads the orders of a question.
 * @returns an error code if there are none.
 */
export async function readQuestion(
	site: Pick<Site, "db" | "config">,
	{ verb, orderIds }: Question,
	language: Language,
	reader: Reader,
): Promise<AskedDecision | "ordersUnchosen" | "orderGone"> {
	if (orderIds.length === 0) return "ordersUnchosen";
	const rows = await findOrdersById(site.db, orderIds);
	if (rows.length === 0) return "orderGone";
	return { verb, orders: rows.map((row) => formatOrder(row, site, language, reader)) };
}

/** The position of an order in the list, see {@link ORDER_KEY}. */
export const keyOf = ({ created_at, id }: OrderRow) => [created_at, id];

/**
 * Finds the users and items that a search matches: users by a prefix, items by any part of the name in any language, without
 * regard to case and accents.
 * @param withEmails whether users are found by their e-mail addresses too.
 * @returns undefined for an empty search.
 */
export async function findHits(db: Db, search: string, withEmails: boolean): Promise<SearchHits | undefined> {
	if (search === "") return undefined;
	const [userIds, items] = await Promise.all([
		findUserIdsByPrefix(db, search, MAX_USERS + 1, withEmails),
		findItemNames(db),
	]);
	const wanted = plainText(search);
	return {
		text: search.toLowerCase(),
		userIds: userIds.length > MAX_USERS ? undefined : userIds,
		itemIds: items.flatMap(({ id, name, translations }) => {
			const others = Object.values(translationsOf<"name">(translations)).map((texts) => texts.name ?? "");
			return [name, ...others].some((one) => plainText(one).includes(wanted)) ? [id] : [];
		}),
	};
}

/** An order as the team sees it, with the state of the bot's message if it has one; instants are formatted. */
function formatOrder(
	row: OrderRow,
	{ config }: Pick<Site, "db" | "config">,
	language: Language,
	{ isAdmin }: Reader,
) {
	const anonymous = i18nIn(language).t("shell.anonymous");
	const when = (instant: string | null) =>
		instant === null ? undefined : formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return {
		id: row.id,
		username: row.username ?? anonymous,
		email: isAdmin ? row.email : null,
		...orderTexts(row, language),
		quantity: row.quantity,
		points: row.total_points,
		status: row.status,
		answer: row.answer,
		note: row.note,
		createdAt: when(row.created_at) ?? "",
		decidedAt: when(row.decided_at),
		decidedBy: row.decider ?? anonymous,
		message: row.message_state
			? {
					state: MESSAGE_STATES[row.message_state],
					tries: row.message_tries ?? 0,
					fault: row.message_fault,
					nextTryAt: when(row.message_next_at),
					deliveredAt: when(row.message_done_at),
				}
			: undefined,
	};
}
