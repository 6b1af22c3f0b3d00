import type { Db, Trx } from "db/database";
import type { PushKeys, PushSubscriptions } from "db/schema";
import type { Insertable } from "kysely";

export const findPushKeys = (db: Db | Trx) =>
	db.selectFrom("push_keys").selectAll().where("id", "=", 1).executeTakeFirst();

/** Stores a new key pair and deletes all subscriptions, which are bound to the old one. */
export async function replacePushKeys(trx: Trx, row: Omit<Insertable<PushKeys>, "id">): Promise<void> {
	await trx.deleteFrom("push_subscriptions").execute();
	await trx.deleteFrom("push_keys").execute();
	await trx
		.insertInto("push_keys")
		.values({ id: 1, ...row })
		.execute();
}

/** Stores a subscription. One with the same endpoint is replaced, because the browser has one user at a time. */
export async function saveSubscription(trx: Trx, row: Insertable<PushSubscriptions>): Promise<void> {
	const { id, ...changes } = row;
	await trx
		.insertInto("push_subscriptions")
		.values(row)
		.onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
		.execute();
}

/** Deletes a user's subscriptions except the newest `kept`. */
export async function deleteOldestSubscriptions(trx: Trx, userId: string, kept: number): Promise<void> {
	await trx
		.deleteFrom("push_subscriptions")
		.where("user_id", "=", userId)
		.where("id", "not in", ({ selectFrom }) =>
			selectFrom("push_subscriptions as newer")
				.select("newer.id")
				.where("newer.user_id", "=", userId)
				.orderBy("newer.created_at", "desc")
				.orderBy("newer.id")
				.limit(kept),
		)
		.execute();
}

/** A user's subscriptions without their secrets, newest first. */
export const findDevices = (db: Db, userId: string) =>
	db
		.selectFrom("push_subscriptions")
		.select(["id", "session_id", "language", "wants_orders", "wants_hunts", "wants_streams", "created_at"])
		.where("user_id", "=", userId)
		.orderBy("created_at", "desc")
		.orderBy("id")
		.execute();

const RECIPIENT = ["id", "user_id", "endpoint", "p256dh", "auth", "language"] as const;

/** The subscriptions of a user that want order decisions. */
export const findOrderRecipients = (trx: Trx, userId: string) =>
	trx
		.selectFrom("push_subscriptions")
		.select(RECIPIENT)
		.where("user_id", "=", userId)
		.where("wants_orders", "=", 1)
		.execute();

/** The columns of what a device may want to know when it starts. */
export type StartChoice = "wants_hunts" | "wants_streams";

/** The subscriptions that want a start, after an id. */
export const findRecipientsAfter = (trx: Trx, choice: StartChoice, id: string, limit: number) =>
	trx
		.selectFrom("push_subscriptions")
		.select(RECIPIENT)
		.where("id", ">", id)
		.where(choice, "=", 1)
		.orderBy("id")
		.limit(limit)
		.execute();

/** A subscription that is still of this user: another may have signed in there. */
export const findRecipient = (db: Db, id: string, userId: string) =>
	db
		.selectFrom("push_subscriptions")
		.select(RECIPIENT)
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.executeTakeFirst();

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Deletes one of a user's subscriptions. */
export async function deleteSubscription(trx: Trx, userId: string, id: string): Promise<void> {
	await trx.deleteFrom("push_subscriptions").where("user_id", "=", userId).where("id", "=", id).execute();
}

/** Deletes a subscription that its push service no longer knows. */
export async function deleteDeadSubscription(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("push_subscriptions").where("id", "=", id).execute();
}

/**
 * Deletes the user's subscriptions of a session, and those of sessions that have ended: this browser may have subscribed
 * in an earlier one.
 */
export async function deleteSubscriptionsOfSession(
	trx: Trx,
	userId: string,
	sessionId: string,
): Promise<void> {
	await trx
		.deleteFrom("push_subscriptions")
		.where("user_id", "=", userId)
		.where((eb) =>
			eb.or([
				eb("session_id", "=", sessionId),
				eb("session_id", "not in", eb.selectFrom("sessions").select("id")),
			]),
		)
		.execute();
}

/** A user's subscriptions for the export of personal data: without the secrets by which messages are sent. */
export const findOwnSubscriptions = (db: Db, userId: string) =>
	db
		.selectFrom("push_subscriptions")
		.select(["created_at", "language", "wants_orders", "wants_hunts", "wants_streams"])
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.execute();
