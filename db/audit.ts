import { sql } from "kysely";
import type { Db } from "./database";
import { sessionOf } from "./engine";

type Violation = Record<string, unknown>;

/** A statement about the data, and the query for rows that violate it. */
export interface Invariant {
	name: string;
	/**
	 * SQL that selects the violations, with `subject` as its first column; or a function that yields them, where
	 * portable SQL cannot express the check.
	 */
	violations: string | ((db: Db) => AsyncIterable<Violation>);
}

export interface Finding {
	name: string;
	/** At most 20 violations; empty when the invariant holds. */
	rows: Violation[];
}

const MAX_ROWS = 20;

/**
 * Runs each check in order, as a separate read. Changes nothing.
 * @returns one finding per invariant, also for those that hold.
 * @throws any SQL error.
 */
export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const { name, violations } of invariants) {
		const rows =
			typeof violations === "string" ? await queryFirst(db, violations) : await takeFirst(violations(db));
		findings.push({ name, rows });
	}
	return findings;
}

/**
 * Like {@link checkInvariants}, in one read transaction, so that all checks see the same snapshot. Does not block
 * writers of other processes, but occupies the connection of `db` until it resolves.
 * @throws any SQL error.
 */
export const checkInvariantsAtOneMoment = (db: Db, invariants: readonly Invariant[]): Promise<Finding[]> =>
	db.connection().execute(async (connection) => {
		await sql.raw(sessionOf(db).beginSnapshot).execute(connection);
		try {
			return await checkInvariants(connection, invariants);
		} finally {
			await sql`rollback`.execute(connection);
		}
	});

/** Checks the invariants. @returns one line per broken invariant, with its first violation; none if all hold. */
export async function findBroken(db: Db, invariants: readonly Invariant[]): Promise<string[]> {
	const findings = await checkInvariants(db, invariants);
	return findings.flatMap(({ name, rows }) => (rows[0] ? [`${name}: ${JSON.stringify(rows[0])}`] : []));
}

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
