import type { Db } from "db/database";
import { sql } from "kysely";

/** A sentence about the data and the query that finds what contradicts it. */
export interface Invariant {
	name: string;
	/** SQL whose rows are violations, the first column called `subject`. */
	violations: string;
}

export interface Finding {
	name: string;
	/** At most 20 of the rows that break it; empty when it holds. */
	rows: Record<string, unknown>[];
}

export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const { name, violations } of invariants) {
		const { rows } = await sql
			.raw<Record<string, unknown>>(`select * from (${violations}) violations limit 20`)
			.execute(db);
		findings.push({ name, rows });
	}
	return findings;
}
