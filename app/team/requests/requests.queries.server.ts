import type { Db, Trx } from "db/database";
import type { SlotRequests } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";
import { shownName } from "~/account/shown-name";

export type SlotRequest = Selectable<SlotRequests>;

/** @returns the id of the new request. */
export async function insertRequest(trx: Trx, row: Insertable<SlotRequests>): Promise<number> {
	return (await trx.insertInto("slot_requests").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export const findRequest = (trx: Trx, id: number): Promise<SlotRequest | undefined> =>
	trx.selectFrom("slot_requests").selectAll().where("id", "=", id).executeTakeFirst();

export async function updateRequest(trx: Trx, id: number, change: Updateable<SlotRequests>): Promise<void> {
	await trx.updateTable("slot_requests").set(change).where("id", "=", id).execute();
}

/** The waiting requests in the order of the queue. */
export const findWaiting = (db: Db | Trx) =>
	db.selectFrom("slot_requests").selectAll().where("state", "=", "waiting").orderBy("id").execute();

/** The waiting requests in the order of the queue, with the names that others see. */
export const findQueue = (db: Db) =>
	db
		.selectFrom("slot_requests as request")
		.innerJoin("users", "users.id", "request.user_id")
		.select(["request.id", "user_id", "slot_id", "slot_name"])
		.select(shownName)
		.where("state", "=", "waiting")
		.orderBy("request.id")
		.execute();

/** Which of these slots still exist. */
export async function findSlotIds(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
	const rows = await trx
		.selectFrom("slots")
		.select("id")
		.where("id", "in", [...ids, ""])
		.execute();
	return new Set(rows.map(({ id }) => id));
}

/** A viewer's requests after one, for the export of personal data. */
export const findRequestsAfter = (db: Db, userId: string, id: number, limit: number) =>
	db
		.selectFrom("slot_requests")
		.select(["id", "slot_name as slot", "price", "state", "created_at", "decided_at"])
		.where("user_id", "=", userId)
		.where("id", ">", id)
		.orderBy("id")
		.limit(limit)
		.execute();
