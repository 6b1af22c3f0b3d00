import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { inMegabytes, makeBackup } from "~/backups/make-backup.server";
import { BackupError } from "~/backups/manifest.server";
import { readEnvironment } from "~/lib/config.server";
import { existingDatabase, folderFrom, imageFolder } from "./existing-database.server";
import { type ExitCode, fail } from "./exit.server";
import { invariants } from "./invariants.server";

/** Backs up database and pictures to a folder, by default BACKUP_FOLDER. Fails if no sound backup was made. */
export async function backup(given: string | undefined): Promise<ExitCode> {
	const { BACKUP_FOLDER, BACKUP_KEEP } = readEnvironment();
	const folder = given === undefined ? BACKUP_FOLDER : folderFrom(given);
	if (!folder) {
		console.error("Where to? Name a folder (plateia backup FOLDER) or set BACKUP_FOLDER.");
		return 2;
	}
	try {
		const engine = await existingDatabase();
		if (engine === undefined) return 1;
		const { path, manifest } = await makeBackup({
			...{ engine, folder, images: imageFolder(), invariants, now: new Date() },
			keep: given === undefined ? Number(BACKUP_KEEP || 7) : undefined,
		});
		const { bytes } = manifest.database;
		const content = `database of ${inMegabytes(bytes)}, ${manifest.images.length} pictures`;
		if (manifest.broken.length > 0) {
			return fail(
				`The data violates invariants, so this is not a sound backup; see ${path}\n${manifest.broken.join("\n")}`,
			);
		}
		console.log(`${path}: ${content}, checked`);
		return 0;
	} catch (error) {
		if (error instanceof BackupError) return fail(error.message);
		const fault = storageFaultOf(error);
		if (fault === undefined) throw error;
		return fail(`No backup was made in ${folder}: ${FAULT_TEXT[fault]} (${(error as Error).message}).`);
	}
}
