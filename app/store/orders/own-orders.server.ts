import { type Page, type Position, readPage } from "db/keyset";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { type OrderStatus, orderTexts } from "./orders";
import { findOwnOrders } from "./own-orders.queries.server";

const PER_PAGE = 25;

/** An order for its viewer; instants are formatted. */
export interface OwnOrder {
	id: string;
	item: string;
	quantity: number;
	points: number;
	status: OrderStatus;
	question: string | null;
	answer: string | null;
	/** The note of the decision. */
	note: string | null;
	code: string | null;
	createdAt: string;
	decidedAt: string | undefined;
}

/** Reads a page of 25 of a viewer's own orders with their codes, newest first. */
export async function readOwnOrders(
	{ db, config }: Pick<Site, "db" | "config">,
	userId: string,
	position: Position | undefined,
	language: Language,
): Promise<Page<OwnOrder>> {
	const page = await readPage(
		{ position, size: PER_PAGE },
		(from, limit) => findOwnOrders(db, userId, from, limit),
		({ created_at, id }) => [created_at, id],
	);
	const when = (instant: string) => formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return {
		...page,
		rows: page.rows.map((row) => ({
			id: row.id,
			...orderTexts(row, language),
			quantity: row.quantity,
			points: row.total_points,
			status: row.status,
			answer: row.answer,
			note: row.note,
			code: row.code,
			createdAt: when(row.created_at),
			decidedAt: row.decided_at === null ? undefined : when(row.decided_at),
		})),
	};
}
