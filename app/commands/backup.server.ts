import { OperatorError } from "db/engine";
import { inMegabytes, makeBackup } from "~/backups/make-backup.server";
import { readConfig, readEnvironment } from "~/lib/config.server";
import { fetchAll } from "~/pictures/picture-store.server";
import { withPlaceholders } from "~/setup/sign-in-settings.server";
import { existingDatabase, folderFrom, imageFolder } from "./existing-database.server";
import { invariants } from "./invariants.server";
import { UsageError } from "./usage-error";

/** Backs up database and pictures to a folder, by default BACKUP_FOLDER. Fails if no sound backup was made. */
export async function backup(given: string | undefined): Promise<void> {
	const { BACKUP_FOLDER, BACKUP_KEEP } = readEnvironment();
	const folder = given === undefined ? BACKUP_FOLDER : folderFrom(given);
	if (!folder) throw new UsageError("Where to? Name a folder (plateia backup FOLDER) or set BACKUP_FOLDER.");
	await fetchPictures();
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

/** A backup without the pictures that other machines have stored is better than none. */
async function fetchPictures(): Promise<void> {
	const environment = readEnvironment();
	if (!environment.PICTURE_S3_ENDPOINT) return;
	try {
		await fetchAll(readConfig(withPlaceholders(environment)));
	} catch (error) {
		const { message } = error as Error;
		console.error(
			`Not all pictures of the store are in this backup, because it cannot be read (${message}).`,
		);
	}
}
