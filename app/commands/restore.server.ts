import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { BackupError } from "~/backups/manifest.server";
import { restoreBackup } from "~/backups/restore-backup.server";
import { folderFrom, imageFolder, siteEngine } from "./existing-database.server";
import { type ExitCode, fail } from "./exit.server";
import { invariants } from "./invariants.server";

/** Replaces database and pictures with a backup. The replaced database and pictures are kept. */
export async function restore(folder: string, evenBroken: boolean): Promise<ExitCode> {
	const engine = siteEngine();
	const backup = folderFrom(folder);
	try {
		const { manifest, kept, migrated } = await restoreBackup({
			...{ backup, engine, invariants, evenBroken },
			images: imageFolder(),
			now: new Date(),
		});
		console.log(
			`${engine.name} is as it was at ${manifest.madeAt}, with ${manifest.images.length} pictures.`,
		);
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
