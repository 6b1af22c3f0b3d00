import type { Db, Trx } from "db/database";
import type { PlatformEvents } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";

export type EventRow = Selectable<PlatformEvents>;

/** States of an event that is paid at its time. */
const PAYABLE = ["due", "held"];
/** States of an announcement that is not paid unless an admin releases it. */
const NOT_PAID = ["repeated", "rejected"];
export const isPayable = ({ state }: Pick<EventRow, "state">): boolean => PAYABLE.includes(state);

/** Inserts an event. @returns false, without a change, if it is already stored. */
export async function insertEvent(trx: Trx, row: Insertable<PlatformEvents>): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto("platform_events")
		.values(row)
		.onConflict((conflict) => conflict.columns(["platform", "person_id", "key"]).doNothing())
		.executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether there is an event of the same kind, person and facts between two instants, both included. */
export async function hasSameEvent(
	trx: Trx,
	{ platform, person_id, kind, facts }: Pick<EventRow, "platform" | "person_id" | "kind" | "facts">,
	from: string,
	until: string,
): Promise<boolean> {
	const row = await trx
		.selectFrom("platform_events")
		.select("id")
		.where("platform", "=", platform)
		.where("person_id", "=", person_id)
		.where("kind", "=", kind)
		.where("facts", "=", facts)
		.where("happened_at", ">=", from)
		.where("happened_at", "<=", until)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/**
 * Whether another announcement of an event, by the same person and with the same facts, counts between two instants, both
 * included. Parts of one announcement have the same time.
 */
export async function hasOtherAnnouncement(
	trx: Trx,
	row: Pick<EventRow, "platform" | "person_id" | "kind" | "facts" | "happened_at">,
	from: string,
	until: string,
): Promise<boolean> {
	const found = await trx
		.selectFrom("platform_events")
		.select("id")
		.where("platform", "=", row.platform)
		.where("person_id", "=", row.person_id)
		.where("kind", "=", row.kind)
		.where("facts", "=", row.facts)
		.where("happened_at", "<>", row.happened_at)
		.where("happened_at", ">=", from)
		.where("happened_at", "<=", until)
		.where("state", "not in", NOT_PAID)
		.limit(1)
		.executeTakeFirst();
	return found !== undefined;
}

/** The ids of events that are due, the longest due first, and the users behind their accounts, who may be unknown. */
export const findDueEvents = (db: Db, at: string, limit: number) =>
	db
		.selectFrom("platform_events as event")
		.leftJoin("platform_people as person", (join) =>
			join.onRef("person.platform", "=", "event.platform").onRef("person.person_id", "=", "event.person_id"),
		)
		.select(["event.id", "person.user_id"])
		.where("event.state", "in", PAYABLE)
		.where("event.next_try_at", "<=", at)
		.orderBy("event.next_try_at")
		.orderBy("event.id")
		.limit(limit)
		.execute();

/** When the next event is due; undefined without one. */
export async function findNextDue(db: Db): Promise<string | undefined> {
	const row = await db
		.selectFrom("platform_events")
		.select("next_try_at")
		.where("state", "in", PAYABLE)
		.where("next_try_at", "is not", null)
		.orderBy("next_try_at")
		.limit(1)
		.executeTakeFirst();
	return row?.next_try_at ?? undefined;
}

export const findEvent = (trx: Trx, id: number) =>
	trx.selectFrom("platform_events").selectAll().where("id", "=", id).executeTakeFirst();

export async function updateEvent(trx: Trx, id: number, changes: Updateable<PlatformEvents>): Promise<void> {
	await trx.updateTable("platform_events").set(changes).where("id", "=", id).execute();
}

/** Makes the events due that have waited for a person's first sign-in. @returns their number. */
export async function wakeEvents(
	trx: Trx,
	{ platform, personId }: { platform: string; personId: string },
	at: string,
): Promise<number> {
	const { numUpdatedRows } = await trx
		.updateTable("platform_events")
		.set({ state: "due", next_try_at: at })
		.where("platform", "=", platform)
		.where("person_id", "=", personId)
		.where("state", "=", "waiting")
		.executeTakeFirst();
	return Number(numUpdatedRows);
}

/** Makes the events due again that could not be handled. */
export async function retryEvents(trx: Trx, at: string): Promise<void> {
	await trx
		.updateTable("platform_events")
		.set({ state: "due", next_try_at: at, tries: 0, fault: null })
		.where("state", "=", "failed")
		.execute();
}

/** The announcements that wait, those that are paid next first, and the newest that were received since an instant and are not paid. */
export const findHeldEvents = (db: Db, since: string, limit: number) =>
	db
		.selectFrom("platform_events")
		.selectAll()
		.where(({ or, and, eb }) =>
			or([eb("state", "=", "held"), and([eb("state", "in", NOT_PAID), eb("received_at", ">=", since)])]),
		)
		.orderBy((eb) => eb("state", "=", "held"), "desc")
		.orderBy("next_try_at")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

/** The newest events that could not be handled. */
export const findFailedEvents = (db: Db, limit: number) =>
	db
		.selectFrom("platform_events")
		.selectAll()
		.where("state", "=", "failed")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

/** The numbers of events that are due, held, that wait for a first sign-in, and that could not be handled. */
export async function countEvents(db: Db): Promise<Record<"due" | "held" | "waiting" | "failed", number>> {
	const rows = await db
		.selectFrom("platform_events")
		.where("state", "in", ["due", "held", "waiting", "failed"])
		.select(({ fn }) => ["state", fn.countAll<number>().as("count")])
		.groupBy("state")
		.execute();
	return {
		due: 0,
		held: 0,
		waiting: 0,
		failed: 0,
		...Object.fromEntries(rows.map((row) => [row.state, row.count])),
	};
}

/** Deletes the events that were received before an instant and credited nobody, at most `limit`. @returns their number. */
export async function deleteUncredited(trx: Trx, before: string, limit: number): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom("platform_events")
		.where("id", "in", (eb) =>
			eb
				.selectFrom("platform_events")
				.select("id")
				.where("state", "in", ["waiting", "ignored", ...NOT_PAID])
				.where("received_at", "<", before)
				.limit(limit),
		)
		.executeTakeFirst();
	return Number(numDeletedRows);
}
