/**
 * `npm run backup [-- FOLDER]`: backs up database and pictures to FOLDER, by default BACKUP_FOLDER. The site may be
 * running; it starts this command for its scheduled backups. Exits with 1 if no sound backup was made.
 */

import { inMegabytes, makeBackup } from "~/backups/make-backup.server";
import { BackupError } from "~/backups/manifest.server";
import { readEnvironment } from "~/lib/config.server";
import { existingDatabase, fail, imageFolder } from "./existing-database.server";
import { invariants } from "./invariants.server";

const { BACKUP_FOLDER, BACKUP_KEEP } = readEnvironment();
const given = process.argv[2];
const folder = given || BACKUP_FOLDER;
const database = existingDatabase();

if (!folder) fail("usage: npm run backup -- FOLDER, or set BACKUP_FOLDER");
else if (database) await backUp(database, folder);

async function backUp(database: string, folder: string) {
	try {
		const { path, manifest } = await makeBackup({
			...{ database, folder, images: imageFolder(), invariants, now: new Date() },
			keep: given ? undefined : Number(BACKUP_KEEP || 7),
		});
		const { bytes } = manifest.database;
		const content = `database of ${inMegabytes(bytes)}, ${manifest.images.length} pictures`;
		if (manifest.broken.length === 0) console.log(`${path}: ${content}, checked`);
		else
			fail(
				`The data violates invariants, so this is not a sound backup; see ${path}\n${manifest.broken.join("\n")}`,
			);
	} catch (error) {
		if (!(error instanceof BackupError)) throw error;
		fail(error.message);
	}
}
