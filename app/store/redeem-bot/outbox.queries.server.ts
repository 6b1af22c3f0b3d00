import type { Db, Trx } from "db/database";
import type { RedeemMessages } from "db/schema";
import type { Insertable } from "kysely";

export async function insertMessage(trx: Trx, row: Insertable<RedeemMessages>): Promise<void> {
	await trx.insertInto("redeem_messages").values(row).execute();
}

/** Pending messages, except `others`. */
const waiting = (db: Db, others: readonly string[]) =>
	db
		.selectFrom("redeem_messages")
		.where("state", "=", "pending")
		.$if(others.length > 0, (query) => query.where("id", "not in", others));

/** Returns the messages that are due, except `others`, oldest due time first. */
export const findDueMessages = (db: Db, now: string, limit: number, others: readonly string[]) =>
	waiting(db, others)
		.select(["id", "order_id", "body", "tries"])
		.where("next_try_at", "<=", now)
		.orderBy("next_try_at")
		.limit(limit)
		.execute();

/** Returns when the next pending message is due, except `others`; undefined without one. */
export async function findNextTryAt(db: Db, others: readonly string[]): Promise<string | undefined> {
	const row = await waiting(db, others)
		.select("next_try_at")
		.where("next_try_at", "is not", null)
		.orderBy("next_try_at")
		.limit(1)
		.executeTakeFirst();
	return row?.next_try_at ?? undefined;
}

/** Marks a message as delivered, regardless of its state. `tries` includes the successful one. */
export async function markDelivered(trx: Trx, id: string, tries: number, at: string): Promise<void> {
	await trx
		.updateTable("redeem_messages")
		.set({ state: "delivered", tries, next_try_at: null, last_fault: null, delivered_at: at })
		.where("id", "=", id)
		.execute();
}

/**
 * Records a failed attempt, unless the message was reset since.
 * @param failure `tries` includes this attempt; without `nextTryAt` the state becomes `failed`.
 */
export async function markFailed(
	trx: Trx,
	id: string,
	{ tries, fault, nextTryAt }: { tries: number; fault: string; nextTryAt: string | undefined },
): Promise<void> {
	await trx
		.updateTable("redeem_messages")
		.set({
			state: nextTryAt === undefined ? "failed" : "pending",
			tries,
			next_try_at: nextTryAt ?? null,
			last_fault: fault,
		})
		.where("id", "=", id)
		.where("state", "=", "pending")
		.where("tries", "=", tries - 1)
		.execute();
}

/**
 * Resets an order's message to be due with no attempts.
 * @returns the message's id and the item's name; undefined without a message.
 */
export const resetMessage = (trx: Trx, orderId: string, at: string) =>
	trx
		.updateTable("redeem_messages")
		.set({ state: "pending", tries: 0, next_try_at: at, last_fault: null, delivered_at: null })
		.where("order_id", "=", orderId)
		.returning((eb) => [
			"id",
			eb
				.selectFrom("orders")
				.select("item_name")
				.whereRef("orders.id", "=", "redeem_messages.order_id")
				.as("item_name"),
		])
		.executeTakeFirst();

/** Returns the numbers of pending and failed messages, and when the oldest pending one was written. */
export async function summariseOutbox(
	db: Db,
): Promise<{ pending: number; failed: number; oldestAt: string | undefined }> {
	const rows = await db
		.selectFrom("redeem_messages")
		.select(({ fn }) => [
			"state",
			fn.countAll<number>().as("messages"),
			fn.min<string | null>("created_at").as("oldest_at"),
		])
		.where("state", "in", ["pending", "failed"])
		.groupBy("state")
		.execute();
	const pending = rows.find(({ state }) => state === "pending");
	const failed = rows.find(({ state }) => state === "failed");
	return {
		pending: pending?.messages ?? 0,
		failed: failed?.messages ?? 0,
		oldestAt: pending?.oldest_at ?? undefined,
	};
}
