import type { Db, Trx } from "db/database";
import { preparedForRows } from "db/prepared";
import type { Jobs } from "db/schema";
import { type Insertable, type Selectable, sql } from "kysely";

export type JobRow = Selectable<Jobs>;

const insert = preparedForRows((trx: Trx, rows: readonly Insertable<Jobs>[]) =>
	trx
		.insertInto("jobs")
		.values(rows)
		.onConflict((conflict) => conflict.columns(["kind", "reference"]).doNothing()),
);

/** Inserts at most 1,000 jobs, except those that are stored. */
export async function insertJobs(trx: Trx, rows: readonly Insertable<Jobs>[]): Promise<void> {
	await insert(trx, rows);
}

/** The jobs of a kind that wait, except those with `busy` keys. */
const waiting = (db: Db, kind: string, busy: readonly string[]) =>
	db
		.selectFrom("jobs")
		.where("kind", "=", kind)
		.where("state", "=", "due")
		.$if(busy.length > 0, (query) => query.where("key", "not in", busy))
		.orderBy("next_at")
		.orderBy("id")
		.limit(1);

/** The jobs that are due, the longest due first. */
export const findDueJobs = (db: Db, kind: string, busy: readonly string[], at: string, limit: number) =>
	waiting(db, kind, busy).selectAll().where("next_at", "<=", at).limit(limit).execute();

/** When the next job is due; undefined without one. */
export const findNextAt = async (db: Db, kind: string, busy: readonly string[]) =>
	(await waiting(db, kind, busy).select("next_at").executeTakeFirst())?.next_at ?? undefined;

/** Whether a job is still due: another process may have run it, or an admin withdrawn it. */
export async function isStillDue(trx: Trx, { id, next_at }: JobRow): Promise<boolean> {
	const row = await trx
		.selectFrom("jobs")
		.select("id")
		.where("id", "=", id)
		.where("state", "=", "due")
		.where("next_at", "=", next_at)
		.executeTakeFirst();
	return row !== undefined;
}

/** Finishes a job regardless of its state. @param doneAt undefined deletes it. */
export async function finishJob(trx: Trx, { id, tries }: JobRow, doneAt: string | undefined): Promise<void> {
	if (doneAt === undefined) await trx.deleteFrom("jobs").where("id", "=", id).execute();
	else
		await trx
			.updateTable("jobs")
			.set({ state: "done", tries: tries + 1, next_at: null, fault: null, done_at: doneAt })
			.where("id", "=", id)
			.execute();
}

/** Records a failed attempt, unless the job was revived since. @param nextAt undefined makes it `dead`. */
export async function postponeJob(
	trx: Trx,
	{ id, tries, next_at }: JobRow,
	fault: string,
	nextAt: string | undefined,
): Promise<void> {
	await trx
		.updateTable("jobs")
		.set({
			...{ state: nextAt === undefined ? "dead" : "due", tries: tries + 1 },
			...{ next_at: nextAt ?? null, fault },
		})
		.where("id", "=", id)
		.where("state", "=", "due")
		.where("next_at", "=", next_at)
		.execute();
}

/** Jobs that are dead, or that wait after a failed attempt. The first condition uses the index. */
const HAS_FAILED = sql<boolean>`state in ('dead', 'due') and (state = 'dead' or tries > 0)`;

/** Counts the jobs of a kind that are revived together. */
export async function countFailedJobs(db: Db, kind: string): Promise<number> {
	const { jobs } = await db
		.selectFrom("jobs")
		.select(({ fn }) => fn.countAll<number>().as("jobs"))
		.where("kind", "=", kind)
		.where(HAS_FAILED)
		.executeTakeFirstOrThrow();
	return jobs;
}

/**
 * Makes jobs due with all attempts: the one with a reference in any state, or all of a kind that have failed.
 * @returns their number.
 */
export async function reviveJobs(trx: Trx, kind: string, at: string, reference?: string): Promise<number> {
	const { numUpdatedRows } = await trx
		.updateTable("jobs")
		.set({ state: "due", tries: 0, next_at: at, fault: null, done_at: null })
		.where("kind", "=", kind)
		.where(reference === undefined ? HAS_FAILED : sql<boolean>`reference = ${reference}`)
		.executeTakeFirst();
	return Number(numUpdatedRows);
}

/** Deletes a job. */
export async function withdrawJob(trx: Trx, kind: string, reference: string): Promise<void> {
	await trx.deleteFrom("jobs").where("kind", "=", kind).where("reference", "=", reference).execute();
}

/** The newest jobs of a kind that are revived together. */
export const findFailedJobs = (db: Db, kind: string, limit: number) =>
	db
		.selectFrom("jobs")
		.select(["reference", "fault", "body"])
		.where("kind", "=", kind)
		.where(HAS_FAILED)
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

/** The newest dead jobs of a kind. */
export const findDeadJobs = (db: Db, kind: string, limit: number) =>
	db
		.selectFrom("jobs")
		.select(["reference", "fault"])
		.where("kind", "=", kind)
		.where("state", "=", "dead")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

/** The numbers of pending and dead jobs of a kind, and when the oldest pending one was stored. */
export async function summariseJobs(
	db: Db,
	kind: string,
): Promise<{ pending: number; failed: number; oldestAt: string | undefined }> {
	const rows = await db
		.selectFrom("jobs")
		.select(({ fn }) => [
			"state",
			fn.countAll<number>().as("jobs"),
			fn.min<string | null>("created_at").as("oldest_at"),
		])
		.where("kind", "=", kind)
		.where("state", "in", ["due", "dead"])
		.groupBy("state")
		.execute();
	const due = rows.find(({ state }) => state === "due");
	const dead = rows.find(({ state }) => state === "dead");
	return { pending: due?.jobs ?? 0, failed: dead?.jobs ?? 0, oldestAt: due?.oldest_at ?? undefined };
}
