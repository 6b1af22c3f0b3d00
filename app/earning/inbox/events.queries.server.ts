import type { Db, Trx } from "db/database";
import type { PlatformEvents } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";
import { summariseJobs } from "~/jobs/jobs.queries.server";

/** The kind of the job that handles an event; its reference is the event's id. */
export const EVENT_JOB = "platform-event";

export type EventRow = Selectable<PlatformEvents>;

/** States of an event that is paid at its time. */
const PAYABLE = ["due", "held"];
/** States of an announcement that is not paid unless an admin releases it. */
const NOT_PAID = ["repeated", "rejected"];
export const isPayable = ({ state }: Pick<EventRow, "state">): boolean => PAYABLE.includes(state);

/** Inserts an event. @returns its id; undefined, without a change, if it is already stored. */
export async function insertEvent(trx: Trx, row: Insertable<PlatformEvents>): Promise<number | undefined> {
	const inserted = await trx
		.insertInto("platform_events")
		.values(row)
		.onConflict((conflict) => conflict.columns(["platform", "person_id", "key"]).doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted?.id;
}

/**
 * Whether there is an event of the same kind, person and facts between two instants, both included.
 * @param onlyOthers counts announcements of another time that are paid: parts of one announcement have the same time.
 */
export async function hasSameEvent(
	trx: Trx,
	row: Pick<EventRow, "platform" | "person_id" | "kind" | "facts" | "happened_at">,
	[from, until]: readonly [string, string],
	{ onlyOthers = false } = {},
): Promise<boolean> {
	const found = await trx
		.selectFrom("platform_events")
		.select("id")
		.where("platform", "=", row.platform)
		.where("person_id", "=", row.person_id)
		.where("kind", "=", row.kind)
		.where("facts", "=", row.facts)
		.where("happened_at", ">=", from)
		.where("happened_at", "<=", until)
		.$if(onlyOthers, (query) =>
			query.where("happened_at", "<>", row.happened_at).where("state", "not in", NOT_PAID),
		)
		.limit(1)
		.executeTakeFirst();
	return found !== undefined;
}

export const findEvents = (db: Db | Trx, ids: readonly number[]) =>
	db.selectFrom("platform_events").selectAll().where("id", "in", ids).orderBy("id", "desc").execute();

export const findEvent = async (trx: Trx, id: number) => (await findEvents(trx, [id]))[0];

export async function updateEvent(trx: Trx, id: number, changes: Updateable<PlatformEvents>): Promise<void> {
	await trx.updateTable("platform_events").set(changes).where("id", "=", id).execute();
}

/** Makes the events due that have waited for a person's first sign-in. @returns their ids. */
export async function claimEvents(
	trx: Trx,
	{ platform, personId }: { platform: string; personId: string },
): Promise<number[]> {
	const rows = await trx
		.updateTable("platform_events")
		.set({ state: "due" })
		.where("platform", "=", platform)
		.where("person_id", "=", personId)
		.where("state", "=", "waiting")
		.returning("id")
		.execute();
	return rows.map(({ id }) => id).sort((one, other) => one - other);
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
		.orderBy("held_until")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

/** The numbers of events that are due, held, that wait for a first sign-in, and that could not be handled. */
export async function countEvents(db: Db): Promise<Record<"due" | "held" | "waiting" | "failed", number>> {
	const rows = await db
		.selectFrom("platform_events")
		.where("state", "in", ["due", "held", "waiting"])
		.select(({ fn }) => ["state", fn.countAll<number>().as("count")])
		.groupBy("state")
		.execute();
	const countIn = (wanted: string) => rows.find(({ state }) => state === wanted)?.count ?? 0;
	const { failed } = await summariseJobs(db, EVENT_JOB);
	return { due: countIn("due") - failed, held: countIn("held"), waiting: countIn("waiting"), failed };
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
