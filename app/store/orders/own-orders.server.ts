import { type Position, readPage } from "db/keyset";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { orderTexts } from "./orders";
import { findOwnOrders } from "./own-orders.queries.server";

const PER_PAGE = 25;

export type OwnOrder = Awaited<ReturnType<typeof readOwnOrders>>["rows"][number];

/** Reads a page of 25 of a viewer's own orders with their codes and decisions, newest first, formatted. */
export async function readOwnOrders(
	{ db, config }: Pick<Site, "db" | "config">,
	userId: string,
	position: Position | undefined,
	language: Language,
) {
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
