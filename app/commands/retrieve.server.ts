import { join } from "node:path";
import type { Db } from "db/database";
import { type Engine, OperatorError } from "db/engine";
import { fetchCopy, listCopies } from "~/backups/copies.server";
import { madeAtOf } from "~/backups/manifest.server";
import { openStoreOf } from "~/http/object-store.server";
import { type Config, readConfig, readEnvironment } from "~/lib/config.server";
import { withPlaceholders } from "~/setup/sign-in-settings.server";
import { siteEngine } from "./existing-database.server";
import { applySaved } from "./site-checks.server";

const now = () => new Date();

/** The settings of the store: those of the environment, else those that an admin has saved. */
async function readStoreConfig(environment: NodeJS.ProcessEnv, engine: Engine): Promise<Config> {
	const config = readConfig(withPlaceholders(environment));
	if (config.BACKUP_S3_ENDPOINT !== undefined) return config;
	let db: Db | undefined;
	try {
		db = (await engine.exists()) ? engine.open() : undefined;
		if (db) await applySaved(db, engine, config, { environment, now });
	} catch {
		// A database that is lost or damaged is the usual reason to fetch a copy.
	}
	await db?.destroy();
	return config;
}

/** Downloads a backup from the store, by default the newest one, into BACKUP_FOLDER; or lists all. */
export async function retrieve(name: string | undefined, isList: boolean): Promise<void> {
	const environment = readEnvironment();
	const engine = siteEngine();
	const config = await readStoreConfig(environment, engine);
	const store = openStoreOf(config, environment, { now });
	if (!store) {
		throw new OperatorError(
			"No store is set: put BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_REGION, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET into the settings file, as docs/settings.md describes them.",
		);
	}
	const folder = config.BACKUP_FOLDER ?? join(engine.folder ?? ".", "backups");
	if (isList) {
		for (const { name, isComplete } of await listCopies(store)) {
			console.log(`${name}  ${madeAtOf(name).toISOString()}${isComplete ? "" : "  incomplete"}`);
		}
		return;
	}
	const path = await fetchCopy(store, folder, name);
	console.log(`${path}\nStop the site and restore it: plateia restore ${path}`);
}
