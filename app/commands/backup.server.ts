import { OperatorError } from "db/engine";
import { inMegabytes, makeBackup } from "~/backups/make-backup.server";
import { readEnvironment } from "~/lib/config.server";
import { existingDatabase, folderFrom, imageFolder } from "./existing-database.server";
import { invariants } from "./invariants.server";
import { UsageError } from "./usage-error";

/** Backs up database and pictures to a folder, by default BACKUP_FOLDER. Fails if no sound backup was made. */
export async function backup(given: string | undefined): Promise<void> {
	const { BACKUP_FOLDER, BACKUP_KEEP } = readEnvironment();
	const folder = given === undefined ? BACKUP_FOLDER : folderFrom(given);
	if (!folder) throw new UsageError("Where to? Name a folder (plateia backup FOLDER) or set BACKUP_FOLDER.");
	const { path, manifest } = await makeBackup({
		...{ engine: await existingDatabase(), folder, images: imageFolder(), invariants, now: new Date() },
		keep: given === undefined ? Number(BACKUP_KEEP || 7) : undefined,
	});
	if (manifest.broken.length > 0) {
		throw new OperatorError(
			`The data violates invariants, so this is not a sound backup; see ${path}\n${manifest.broken.join("\n")}`,
		);
	}
	const { bytes } = manifest.database;
	console.log(`${path}: database of ${inMegabytes(bytes)}, ${manifest.images.length} pictures, checked`);
}
