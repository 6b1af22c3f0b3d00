import { Migrator, sql } from "kysely";
import type { Db } from "./database";
import { migrations } from "./migrations";

/** How the schema of a database stands to what this code knows. */
export interface SchemaState {
	/** The last migration that has run; undefined of a fresh database. */
	version: string | undefined;
	/** Migrations that have not run yet, in their order. */
	pending: string[];
	/** Migrations that have run and that this code does not know: it is older than the database. */
	unknown: string[];
}

/** Reads and changes nothing. */
export async function readSchemaState(db: Db): Promise<SchemaState> {
	const run = await findRun(db);
	const known = Object.keys(migrations);
	return {
		version: run.at(-1),
		pending: known.filter((name) => !run.includes(name)),
		unknown: run.filter((name) => !known.includes(name)),
	};
}

async function findRun(db: Db): Promise<string[]> {
	const tables = await sql`select name from sqlite_master where name = 'kysely_migration'`.execute(db);
	if (tables.rows.length === 0) return [];
	const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return rows.map(({ name }) => name);
}

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
