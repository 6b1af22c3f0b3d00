import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runAsAdmin } from "./admin";
import { urlIn } from "./cluster";

/** Holds the folder of the test run's cluster. */
export const CLUSTER_VARIABLE = "PLATEIA_TEST_POSTGRES";

/** A migrated database without rows, which is copied for each test. */
export const TEMPLATE = "plateia_template";

export interface PostgresDatabase {
	url: string;
	/** Ends its connections and removes it. */
	drop(): Promise<void>;
}

/**
 * Makes a database in the test run's cluster.
 * @param template `template0` for a database without tables.
 * @throws outside the projects on PostgreSQL.
 */
export async function createDatabase(template = TEMPLATE): Promise<PostgresDatabase> {
	const folder = process.env[CLUSTER_VARIABLE];
	if (!folder) throw new Error("PostgreSQL runs only for the projects postgres and e2e-postgres");
	const name = `test_${randomBytes(8).toString("hex")}`;
	await runAsAdmin(folder, `create database ${name} template ${template} ${copyStrategy(folder)}`);
	return {
		url: urlIn(folder, name),
		drop: () => runAsAdmin(folder, `drop database if exists ${name} with (force)`),
	};
}

/** Copying files is twice as fast as the way that PostgreSQL 15 and later take by default. */
const copyStrategy = (folder: string): string =>
	Number(readFileSync(join(folder, "data/PG_VERSION"), "utf8")) >= 15 ? "strategy file_copy" : "";
