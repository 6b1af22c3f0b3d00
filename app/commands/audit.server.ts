/** `npm run audit`: prints every invariant of the data and exits 1 if one is broken. */
import { checkInvariants } from "~/platform/audit.server";
import { withExistingDatabase } from "./existing-database.server";
import { invariants } from "./invariants.server";

await withExistingDatabase(async (db) => {
	const findings = await checkInvariants(db, invariants);
	for (const { name, rows } of findings) {
		console.log(`${rows.length === 0 ? "holds " : "BROKEN"}  ${name}`);
		for (const row of rows) console.log(`        ${JSON.stringify(row)}`);
	}
	const broken = findings.filter(({ rows }) => rows.length > 0).length;
	console.log(`${findings.length - broken} hold, ${broken} broken`);
	process.exitCode = broken > 0 ? 1 : 0;
});
