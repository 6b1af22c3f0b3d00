import { Migrator, sql } from "kysely";
import type { Db } from "./database";
import { migrations } from "./migrations";

/** The migrations of a database compared with those of this version of the code. */
export interface SchemaState {
	/** The last migration that has run; undefined for a new database. */
	version: string | undefined;
	/** Migrations that have not run yet, in their order. */
	pending: string[];
	/** Migrations that have run but are not in this version: the database is newer, or of a development version before 0.1.0. */
	unknown: string[];
	/** Those of a newer version that only add to the schema. */
	added: string[];
}

/**
 * Whether a migration only adds to the schema, by its name, such as `0020-add-wishes`: tables, indexes of new tables, and columns that
 * may be left out. It runs while processes of the release before serve the database, and that release can still start.
 * What the new release no longer uses is removed by a migration with another name, a release later.
 */
export const isAddition = (name: string): boolean => /^\d{4}-add-/.test(name);

/** Reads the state of the schema. Changes nothing, also in a new database. */
export async function readSchemaState(db: Db): Promise<SchemaState> {
	const run = await findRun(db);
	const known = Object.keys(migrations);
	const unknown = run.filter((name) => !known.includes(name));
	return {
		version: run.at(-1),
		pending: known.filter((name) => !run.includes(name)),
		unknown: unknown.filter((name) => !isAddition(name)),
		added: unknown.filter(isAddition),
	};
}

async function findRun(db: Db): Promise<string[]> {
	const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
	if (!tables.some(({ name }) => name === "kysely_migration")) return [];
	const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return rows.map(({ name }) => name);
}

/**
 * Runs the pending migrations in order, in one transaction: if one fails, none has run.
 * @returns the names of the migrations that ran; empty if none was pending.
 * @throws an error whose cause is the first migration's error, or Kysely's error for a database with migrations that are unknown.
 */
export async function migrateToLatest(db: Db, known = migrations): Promise<string[]> {
	const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error) throw new Error("the database could not be migrated", { cause: error });
	return results.map((result) => result.migrationName);
}
