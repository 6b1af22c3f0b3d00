import type { Trx } from "db/database";
import type { Job } from "./job";
import { insertJobs } from "./jobs.queries.server";

interface NewJob<Body> {
	/** Unique among the jobs of the kind: one that is stored already is not stored again. */
	reference: string;
	/** Jobs with the same key run in order, the longest due first. By default the reference. */
	key?: string;
	body: Body;
	/** When it is due; by default at once. `never`: only when an admin asks for it. */
	dueAt?: Date | "never";
}

/** Rows of one INSERT: SQLite allows 32,766 parameters. */
const ROWS_PER_STATEMENT = 1000;

/** Stores jobs. Must be called in the transaction of their cause; wake the worker after its commit with `wakeJobs`. */
export async function addJobs<Body>(
	trx: Trx,
	{ kind }: Pick<Job<never, Body>, "kind" | "body">,
	jobs: readonly NewJob<Body>[],
	at: Date,
): Promise<void> {
	const rows = jobs.map(({ reference, key = reference, body, dueAt = at }) => ({
		...{ kind, reference, key, body: JSON.stringify(body), created_at: at.toISOString() },
		...(dueAt === "never"
			? { state: "off" as const, next_at: null }
			: { state: "due" as const, next_at: dueAt.toISOString() }),
	}));
	for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT)
		await insertJobs(trx, rows.slice(first, first + ROWS_PER_STATEMENT));
}

/** {@link addJobs} for one. */
export const addJob = <Body>(
	trx: Trx,
	job: Pick<Job<never, Body>, "kind" | "body">,
	{ at, ...one }: NewJob<Body> & { at: Date },
): Promise<void> => addJobs(trx, job, [one], at);
