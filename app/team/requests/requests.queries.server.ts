import type { Db, Trx } from "db/database";
import type { SlotRequests } from "db/schema";
import type { Insertable, Updateable } from "kysely";
import { shownName } from "~/account/shown-name";

export type SlotRequest = Awaited<ReturnType<typeof findWaiting>>[number];

/** @returns the id of the new request. */
export async function insertRequest(trx: Trx, row: Insertable<SlotRequests>): Promise<number> {
	return (await trx.insertInto("slot_requests").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

const requests = (db: Db | Trx) =>
	db
		.selectFrom("slot_requests as request")
		.innerJoin("users", "users.id", "request.user_id")
		.selectAll("request")
		.select(shownName)
		.orderBy("request.id");

export const findRequest = (trx: Trx, id: number) =>
	requests(trx).where("request.id", "=", id).executeTakeFirst();

/** The waiting requests in the order of the queue, with the names that others see. */
export const findWaiting = (db: Db | Trx) => requests(db).where("state", "=", "waiting").execute();

export async function updateRequest(trx: Trx, id: number, change: Updateable<SlotRequests>): Promise<void> {
	await trx.updateTable("slot_requests").set(change).where("id", "=", id).execute();
}

/** Whether a viewer has withdrawn a request since an ISO instant. */
export const hasWithdrawn = async (trx: Trx, userId: string, since: string): Promise<boolean> =>
	(await trx
		.selectFrom("slot_requests")
		.select("id")
		.where("user_id", "=", userId)
		.where("state", "=", "withdrawn")
		.where("decided_at", ">", since)
		.limit(1)
		.executeTakeFirst()) !== undefined;

/** A viewer's requests, for the export of personal data. */
export const findOwnRequests = (db: Db, userId: string) =>
	requests(db)
		.clearSelect()
		.select(["slot_name as slot", "price", "state", "request.created_at", "decided_at"])
		.where("user_id", "=", userId)
		.execute();
