import type { Db, Trx } from "db/database";
import { prepared, preparedForRows } from "db/prepared";
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

/** The jobs of a kind that wait, in the order in which they are due. */
const waiting = (db: Db, { kind, limit }: { kind: string; limit: number }) =>
	db
		.selectFrom("jobs")
		.selectAll()
		.where("kind", "=", kind)
		.where("state", "=", "due")
		.orderBy("next_at")
		.orderBy("id")
		.limit(limit);

const findWaiting = prepared(waiting);

/** The jobs of a kind that wait, due or not, except those with `busy` keys, in the order in which they are due. */
export const findWaitingJobs = async (
	db: Db,
	kind: string,
	busy: readonly string[],
	limit: number,
): Promise<JobRow[]> =>
	busy.length > 0
		? waiting(db, { kind, limit }).where("key", "not in", busy).execute()
		: (await findWaiting(db, { kind, limit })).rows;

/** Returns those of the jobs that are still due: another process may have run one, or an admin withdrawn it. */
export async function findStillDue(trx: Trx, jobs: readonly JobRow[]): Promise<JobRow[]> {
	const rows = await trx
		.selectFrom("jobs")
		.select(["id", "next_at"])
		.where(
			"id",
			"in",
			jobs.map(({ id }) => id),
		)
		.where("state", "=", "due")
		.execute();
	const due = new Map(rows.map(({ id, next_at }) => [id, next_at]));
	return jobs.filter(({ id, next_at }) => next_at !== null && due.get(id) === next_at);
}

const removeJob = prepared((trx: Trx, { id }: { id: number }) => trx.deleteFrom("jobs").where("id", "=", id));

/** Finishes a job regardless of its state. @param doneAt undefined deletes it. */
export async function finishJob(trx: Trx, { id, tries }: JobRow, doneAt: string | undefined): Promise<void> {
	if (doneAt === undefined) await removeJob(trx, { id });
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
