/**
 * `npm run restore -- FOLDER [--even-broken]`: replaces database and pictures with a backup. The site must not be
 * running. The replaced files are kept beside the restored ones.
 */
import { sqlitePath } from "db/sqlite";
import { BackupError } from "~/backups/manifest.server";
import { restoreBackup } from "~/backups/restore-backup.server";
import { databaseAddress, fail, imageFolder } from "./existing-database.server";
import { invariants } from "./invariants.server";

const options = process.argv.slice(2);
const backup = options.find((option) => !option.startsWith("--"));

if (!backup) fail("usage: npm run restore -- FOLDER [--even-broken]");
else await restore(backup);

async function restore(backup: string) {
	const database = sqlitePath(databaseAddress());
	try {
		const { manifest, kept, migrated } = await restoreBackup({
			...{ backup, database, images: imageFolder(), invariants, now: new Date() },
			evenBroken: options.includes("--even-broken"),
		});
		console.log(`${database} is as it was at ${manifest.madeAt}, with ${manifest.images.length} pictures.`);
		if (migrated.length > 0) console.log(`Its schema was brought up to date: ${migrated.join(", ")}.`);
		if (kept) console.log(`What was there before is ${kept}.`);
	} catch (error) {
		if (!(error instanceof BackupError)) throw error;
		fail(error.message);
	}
}
