/** Migrates one SQLite database for the whole test run. Tests copy it, which takes a tenth of the time. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";

/** Holds the path of the template. */
const TEMPLATE_VARIABLE = "PLATEIA_TEST_SQLITE";

/** Vitest calls it before the tests. @returns a function that removes the template; vitest calls it after them. */
export default async function setUp(): Promise<(() => void) | undefined> {
	if (process.env[TEMPLATE_VARIABLE]) return undefined;
	const folder = mkdtempSync(join(tmpdir(), "plateia-template-"));
	const file = join(folder, "template.sqlite");
	const db = openDatabase(`file:${file}`);
	await migrateToLatest(db);
	// Closing the last connection writes the log into the file.
	await db.destroy();
	process.env[TEMPLATE_VARIABLE] = file;
	return () => rmSync(folder, { recursive: true, force: true });
}

/** Whether the test run has migrated a database that can be copied. */
export const hasTemplate = (): boolean => Boolean(process.env[TEMPLATE_VARIABLE]);

/** The path of the migrated database. @throws outside a test run that has set it up. */
export function templateFile(): string {
	const template = process.env[TEMPLATE_VARIABLE];
	if (!template) throw new Error(`The project needs ${import.meta.url} as its global setup.`);
	return template;
}

/** Copies the migrated database, which has no rows, to `file`. @throws outside a test run that has set it up. */
export const copyTemplate = (file: string): void => copyFileSync(templateFile(), file);
