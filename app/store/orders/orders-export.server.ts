import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "db/database";
import type { Position } from "db/keyset";
import { type CsvColumn, csvDownload } from "~/http/csv.server";
import { MESSAGE_STATES } from "../redeem-bot/message";
import type { OrderFilter } from "./orders";
import { findOrders, type OrderRow } from "./orders.queries.server";
import { findHits, keyOf } from "./orders.server";

/** Small enough not to delay a Crash tick. */
const BATCH = 200;

/** The file has no codes, which are secret to their buyers. */
const COLUMNS: CsvColumn<OrderRow>[] = [
	{ name: "id", of: (row) => row.id },
	{ name: "created_at", of: (row) => row.created_at },
	{ name: "username", of: (row) => row.username },
	{ name: "email", of: (row) => row.email },
	{ name: "item", of: (row) => row.item_name },
	{ name: "quantity", of: (row) => row.quantity },
	{ name: "points", of: (row) => row.total_points },
	{ name: "status", of: (row) => row.status },
	{ name: "question", of: (row) => row.question },
	{ name: "answer", of: (row) => row.answer },
	{ name: "note", of: (row) => row.note },
	{ name: "decided_at", of: (row) => row.decided_at },
	{ name: "decided_by", of: (row) => row.decider },
	{ name: "bot_message", of: (row) => row.message_state && MESSAGE_STATES[row.message_state] },
];

/** Streams all orders that match the filter, newest first, as a CSV file without codes; instants are in UTC. */
export const exportOrders = ({ db }: { db: Db }, filter: OrderFilter): Response =>
	csvDownload("orders.csv", COLUMNS, batches(db, filter));

async function* batches(db: Db, { status, search }: OrderFilter): AsyncGenerator<OrderRow[], void> {
	const hits = await findHits(db, search);
	let position: Position | undefined;
	for (;;) {
		const rows = await findOrders(db, { status, hits, position, limit: BATCH });
		yield rows;
		const last = rows.at(-1);
		if (!last || rows.length < BATCH) return;
		position = { direction: "after", key: keyOf(last) };
		// Gives other queries access to the one connection.
		await nextTurn();
	}
}
