import type { Db } from "db/database";
import { type CsvColumn, csvDownload } from "~/http/csv.server";
import { inBatches } from "~/lib/batches.server";
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
export function exportOrders({ db }: { db: Db }, { status, search }: OrderFilter): Response {
	let hits: ReturnType<typeof findHits> | undefined;
	const find = async (last: OrderRow | undefined, limit: number) => {
		hits ??= findHits(db, search, true);
		const position = last && { direction: "after" as const, key: keyOf(last) };
		return findOrders(db, { status, hits: await hits, position, limit });
	};
	return csvDownload("orders.csv", COLUMNS, inBatches(find, BATCH));
}
