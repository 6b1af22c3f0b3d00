/** `npm run audit`: prints every invariant of the data and exits 1 if one is broken. */
import { statSync } from "node:fs";
import { openDatabase } from "db/database";
import { sqlitePath } from "db/sqlite";
import { huntInvariants } from "./bonus-hunt/hunt.audit.server";
import { crashInvariants } from "./games/crash/crash.audit.server";
import { plinkoInvariants } from "./games/plinko/plinko.audit.server";
import { checkInvariants } from "./platform/audit.server";
import { readEnvironment } from "./platform/config.server";
import { ledgerInvariants } from "./points/ledger.audit.server";
import { mergeInvariants } from "./points/merges.audit.server";
import { storeInvariants } from "./store/store.audit.server";

const address = readEnvironment().DATABASE_URL || "file:.data/plateia.sqlite";
const path = sqlitePath(address);

// Opening what is not there would make an empty one.
if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
	await audit();
} else {
	console.error(`no database at ${path}`);
	process.exitCode = 1;
}

async function audit() {
	const db = openDatabase(address);
	const findings = await checkInvariants(db, [
		...ledgerInvariants,
		...mergeInvariants,
		...plinkoInvariants,
		...crashInvariants,
		...storeInvariants,
		...huntInvariants,
	]);
	await db.destroy();

	for (const { name, rows } of findings) {
		console.log(`${rows.length === 0 ? "holds " : "BROKEN"}  ${name}`);
		for (const row of rows) console.log(`        ${JSON.stringify(row)}`);
	}
	const broken = findings.filter(({ rows }) => rows.length > 0).length;
	console.log(`${findings.length - broken} hold, ${broken} broken`);
	process.exitCode = broken > 0 ? 1 : 0;
}
