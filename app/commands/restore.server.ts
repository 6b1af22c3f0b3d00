import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { sqlitePath } from "db/sqlite";
import { BackupError } from "~/backups/manifest.server";
import { restoreBackup } from "~/backups/restore-backup.server";
import { databaseAddress, folderFrom, imageFolder } from "./existing-database.server";
import { type ExitCode, fail } from "./exit.server";
import { invariants } from "./invariants.server";

/** Replaces database and pictures with a backup. The replaced files are kept beside the restored ones. */
export async function restore(folder: string, evenBroken: boolean): Promise<ExitCode> {
	const database = sqlitePath(databaseAddress());
	const backup = folderFrom(folder);
	try {
		const { manifest, kept, migrated } = await restoreBackup({
			...{ backup, database, invariants, evenBroken },
			images: imageFolder(),
			now: new Date(),
		});
		console.log(`${database} is as it was at ${manifest.madeAt}, with ${manifest.images.length} pictures.`);
		if (migrated.length > 0) console.log(`Its schema was brought up to date: ${migrated.join(", ")}.`);
		if (kept) console.log(`What was there before is ${kept}.`);
		return 0;
	} catch (error) {
		if (error instanceof BackupError) return fail(error.message);
		const fault = storageFaultOf(error);
		if (fault === undefined) throw error;
		return fail(`${backup} was not restored: ${FAULT_TEXT[fault]} (${(error as Error).message}).`);
	}
}
