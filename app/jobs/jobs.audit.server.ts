import type { Invariant } from "db/audit";

/** The invariants of jobs; each query returns the rows that violate it. */
export const jobInvariants: Invariant[] = [
	{
		name: "every job has a time exactly while it is due, and an end exactly when it is done",
		violations: `
			select id as subject, kind, state, next_at, done_at from jobs
			where (state = 'due') <> (next_at is not null) or (state = 'done') <> (done_at is not null)`,
	},
];
