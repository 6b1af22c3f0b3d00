import { checkInvariantsAtOneMoment } from "db/audit";
import { OperatorError } from "db/engine";
import { withExistingDatabase } from "./existing-database.server";
import { invariants } from "./invariants.server";

/** Checks all invariants of the data and prints them; broken ones only if `isQuiet`. Fails if one is broken. */
export const audit = (isQuiet: boolean): Promise<void> =>
	withExistingDatabase(async (db) => {
		const findings = await checkInvariantsAtOneMoment(db, invariants);
		for (const { name, rows } of findings) {
			if (isQuiet && rows.length === 0) continue;
			console.log(`${rows.length === 0 ? "holds " : "BROKEN"}  ${name}`);
			for (const row of rows) console.log(`        ${JSON.stringify(row)}`);
		}
		const broken = findings.filter(({ rows }) => rows.length > 0).length;
		const summary = `${findings.length - broken} hold, ${broken} broken`;
		if (broken > 0) throw new OperatorError(summary);
		if (!isQuiet) console.log(summary);
	});
