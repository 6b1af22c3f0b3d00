import { checkInvariants, type Invariant } from "db/audit";
import type { Db } from "db/database";

/** Checks the invariants. @returns one line per broken invariant, with its first violation; none if all hold. */
export async function findBroken(db: Db, invariants: readonly Invariant[]): Promise<string[]> {
	const findings = await checkInvariants(db, invariants);
	return findings.flatMap(({ name, rows }) => (rows[0] ? [`${name}: ${JSON.stringify(rows[0])}`] : []));
}
