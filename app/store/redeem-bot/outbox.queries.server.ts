import type { Db, Trx } from "db/database";
import type { RedeemMessages } from "db/schema";
import { type Insertable, sql } from "kysely";

export async function insertMessage(trx: Trx, row: Insertable<RedeemMessages>): Promise<void> {
	await trx.insertInto("redeem_messages").values(row).execute();
}

/** Pending messages, except `others`. */
const waiting = (db: Db, others: readonly string[]) =>
	db
		.selectFrom("redeem_messages")
		.where("redeem_messages.state", "=", "pending")
		.$if(others.length > 0, (query) => query.where("redeem_messages.id", "not in", others));

/** Returns the messages that are due, except `others`, with their redemptions; oldest due time first. */
export const findDueMessages = (db: Db, now: string, limit: number, others: readonly string[]) =>
	waiting(db, others)
		.innerJoin("orders", "orders.id", "redeem_messages.order_id")
		.innerJoin("users", "users.id", "orders.user_id")
		.select([
			"redeem_messages.id",
			"redeem_messages.tries",
			"redeem_messages.order_id",
			"orders.item_name",
			"orders.created_at",
			"users.twitch_username",
		])
		.where("redeem_messages.next_try_at", "<=", now)
		.orderBy("redeem_messages.next_try_at")
		.limit(limit)
		.execute();

export type DueMessage = Awaited<ReturnType<typeof findDueMessages>>[number];

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

/** Messages that were given up, or that wait for another attempt after a failed one. The first condition uses the index. */
const HAS_FAILED = sql<boolean>`state in ('failed', 'pending') and (state = 'failed' or tries > 0)`;

/** Counts the messages that {@link resetFailedMessages} resets. */
export async function countFailedMessages(db: Db): Promise<number> {
	const { messages } = await db
		.selectFrom("redeem_messages")
		.select(({ fn }) => fn.countAll<number>().as("messages"))
		.where(HAS_FAILED)
		.executeTakeFirstOrThrow();
	return messages;
}

/** Resets the messages with a failed attempt to be due with no attempts. @returns their number. */
export async function resetFailedMessages(trx: Trx, at: string): Promise<number> {
	const { numUpdatedRows } = await trx
		.updateTable("redeem_messages")
		.set({ state: "pending", tries: 0, next_try_at: at, last_fault: null })
		.where(HAS_FAILED)
		.executeTakeFirst();
	return Number(numUpdatedRows);
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
