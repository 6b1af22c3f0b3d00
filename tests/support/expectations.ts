import { checkInvariants, type Invariant } from "db/audit";
import type { Db } from "db/database";
import { sql } from "kysely";
import { expect } from "vitest";

/** Expects that a use case rejects with a `DomainError` with this code and, if given, these values. */
export const expectRefusal = (action: Promise<unknown>, code: string, values?: object) =>
	expect(action).rejects.toMatchObject(values ? { code, values } : { code });

/** Expects that no row violates one of the invariants. */
export async function expectInvariants(db: Db, ...invariants: readonly Invariant[]) {
	for (const { name, rows } of await checkInvariants(db, invariants)) expect(rows, name).toEqual([]);
}

/** The names of the violated invariants. */
export async function violatedInvariants(db: Db, invariants: readonly Invariant[]): Promise<string[]> {
	const findings = await checkInvariants(db, invariants);
	return findings.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
}

/** Reads after statements, which are rolled back. Each that changes rows must find some. */
export const readAfter = <Result>(
	db: Db,
	statements: readonly string[],
	read: (db: Db) => Promise<Result>,
): Promise<Result> =>
	db.connection().execute(async (connection) => {
		await sql`begin`.execute(connection);
		try {
			for (const statement of statements) {
				const { numAffectedRows = 0n } = await sql.raw(statement).execute(connection);
				if (/^(insert|update|delete)/.test(statement)) expect(numAffectedRows, statement).toBeGreaterThan(0n);
			}
			return await read(connection);
		} finally {
			await sql`rollback`.execute(connection);
		}
	});

/** The names of the invariants that are violated after a statement, which is rolled back. */
export const violatedAfter = (
	db: Db,
	statement: string,
	invariants: readonly Invariant[],
): Promise<string[]> =>
	readAfter(db, [statement], (connection) => violatedInvariants(connection, invariants));
