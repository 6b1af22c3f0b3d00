import { checkInvariantsAtOneMoment } from "db/audit";
import { withExistingDatabase } from "./existing-database.server";
import type { ExitCode } from "./exit.server";
import { invariants } from "./invariants.server";

/** Checks all invariants of the data and prints them; broken ones only if `isQuiet`. Fails if one is broken. */
export function audit(isQuiet: boolean): Promise<ExitCode> {
	return withExistingDatabase(async (db) => {
		const findings = await checkInvariantsAtOneMoment(db, invariants);
		for (const { name, rows } of findings) {
			if (isQuiet && rows.length === 0) continue;
			console.log(`${rows.length === 0 ? "holds " : "BROKEN"}  ${name}`);
			for (const row of rows) console.log(`        ${JSON.stringify(row)}`);
		}
		const broken = findings.filter(({ rows }) => rows.length > 0).length;
		if (!isQuiet || broken > 0) console.log(`${findings.length - broken} hold, ${broken} broken`);
		return broken > 0 ? 1 : 0;
	});
}
