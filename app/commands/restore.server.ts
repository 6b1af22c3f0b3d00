import { restoreBackup } from "~/backups/restore-backup.server";
import { folderFrom, imageFolder, siteEngine } from "./existing-database.server";
import { invariants } from "./invariants.server";

/** Replaces database and pictures with a backup. The replaced database and pictures are kept. */
export async function restore(folder: string, evenBroken: boolean): Promise<void> {
	const engine = siteEngine();
	const { manifest, kept, migrated } = await restoreBackup({
		...{ backup: folderFrom(folder), engine, invariants, evenBroken },
		images: imageFolder(),
		now: new Date(),
	});
	console.log(`${engine.name} is as it was at ${manifest.madeAt}, with ${manifest.images.length} pictures.`);
	if (migrated.length > 0) console.log(`Its schema was brought up to date: ${migrated.join(", ")}.`);
	if (kept) console.log(`What was there before is ${kept}.`);
}
