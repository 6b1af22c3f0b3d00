import { checkInvariants, type Invariant } from "db/audit";
import type { Db } from "db/database";

/** @returns the invariants that the data breaks, a line each with its first row; none when all hold. */
export async function findBroken(db: Db, invariants: readonly Invariant[]): Promise<string[]> {
	const findings = await checkInvariants(db, invariants);
	return findings.flatMap(({ name, rows }) => (rows[0] ? [`${name}: ${JSON.stringify(rows[0])}`] : []));
}
