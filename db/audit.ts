import { sql } from "kysely";
import type { Db } from "./database";

type Violation = Record<string, unknown>;

/** A sentence about the data and what finds the rows that contradict it. */
export interface Invariant {
	name: string;
	/**
	 * SQL whose rows are violations, the first column called `subject`; or, for what SQL cannot tell in
	 * every database, a function that yields such rows as it comes upon them.
	 */
	violations: string | ((db: Db) => AsyncIterable<Violation>);
}

export interface Finding {
	name: string;
	/** At most 20 of the rows that break it; empty when it holds. */
	rows: Violation[];
}

const MAX_ROWS = 20;

export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const { name, violations } of invariants) {
		const rows =
			typeof violations === "string" ? await queryFirst(db, violations) : await takeFirst(violations(db));
		findings.push({ name, rows });
	}
	return findings;
}

/** The same, all of it as of one moment: who writes to the database goes on meanwhile. */
export const checkInvariantsAtOneMoment = (db: Db, invariants: readonly Invariant[]): Promise<Finding[]> =>
	db.connection().execute(async (connection) => {
		await sql`begin deferred`.execute(connection);
		const findings = await checkInvariants(connection, invariants);
		await sql`commit`.execute(connection);
		return findings;
	});

async function queryFirst(db: Db, violations: string): Promise<Violation[]> {
	const query = `select * from (${violations}) violations limit ${MAX_ROWS}`;
	return (await sql.raw<Violation>(query).execute(db)).rows;
}

async function takeFirst(violations: AsyncIterable<Violation>): Promise<Violation[]> {
	const rows: Violation[] = [];
	for await (const row of violations) {
		rows.push(row);
		if (rows.length === MAX_ROWS) break;
	}
	return rows;
}
