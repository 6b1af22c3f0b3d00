import { Migrator } from "kysely";
import type { Db } from "./database";
import { migrations } from "./migrations";

/**
 * Brings the schema up to date; every migration runs in one transaction.
 * @returns the names of the migrations that ran.
 * @throws the first migration's error, or one that says the database is newer than this code.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error) throw new Error("the database could not be migrated", { cause: error });
	return results.map((result) => result.migrationName);
}
