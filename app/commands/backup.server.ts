/**
 * `npm run backup [-- FOLDER]`: makes a backup of database and pictures, in the folder of the settings without one.
 * It may run beside the site, which itself runs it for the backups of its settings. Exits 1 if there is no new backup.
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
		const held = `database of ${inMegabytes(bytes)}, ${manifest.images.length} pictures`;
		if (manifest.broken.length === 0) console.log(`${path}: ${held}, checked`);
		else
			fail(
				`The data are broken, no backup counts until they are not; see ${path}\n${manifest.broken.join("\n")}`,
			);
	} catch (error) {
		if (!(error instanceof BackupError)) throw error;
		fail(error.message);
	}
}
