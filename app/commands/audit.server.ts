/**
 * `npm run audit`: checks all invariants of the data, prints them, and exits with 1 if one is broken. With `-- --quiet`
 * it prints broken ones only. The site may be running.
 */
import { checkInvariantsAtOneMoment } from "db/audit";
import { withExistingDatabase } from "./existing-database.server";
import { invariants } from "./invariants.server";

const isQuiet = process.argv.includes("--quiet");

await withExistingDatabase(async (db) => {
	const findings = await checkInvariantsAtOneMoment(db, invariants);
	for (const { name, rows } of findings) {
		if (isQuiet && rows.length === 0) continue;
		console.log(`${rows.length === 0 ? "holds " : "BROKEN"}  ${name}`);
		for (const row of rows) console.log(`        ${JSON.stringify(row)}`);
	}
	const broken = findings.filter(({ rows }) => rows.length > 0).length;
	if (!isQuiet || broken > 0) console.log(`${findings.length - broken} hold, ${broken} broken`);
	process.exitCode = broken > 0 ? 1 : 0;
});
