import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { DATABASE_URL_FORM, isDatabaseUrl } from "db/address";
import { type Engine, OperatorError } from "db/engine";
import { ownAs, syncFile } from "db/files";
import { migrateToLatest, readSchemaState } from "db/migrate";
import { copyInto } from "db/move";
import { existingDatabase, siteEngine, whileUnserved } from "./existing-database.server";
import { invariants } from "./invariants.server";

/**
 * Copies the site's database and its key file to the empty database at `url`. Neither may be served. The source stays as
 * it is.
 */
export async function move(url: string): Promise<void> {
	if (!isDatabaseUrl(url)) throw new OperatorError(`The URL ${DATABASE_URL_FORM}.`);
	const source = await existingDatabase();
	const target = siteEngine(url);
	if (target.folder !== undefined) mkdirSync(target.folder, { recursive: true });
	const rows = await whileUnserved([source, target], () => moveInto(target, source));
	console.log(`${target.name} has all ${rows} rows of ${source.name}, compared and audited.`);
	console.log("Set DATABASE_URL to the new address, and keep the old database until the site runs with it.");
}

async function moveInto(target: Engine, source: Engine): Promise<number> {
	const from = source.open();
	try {
		const { pending, unknown, added } = await readSchemaState(from);
		if (pending.length > 0 || unknown.length > 0 || added.length > 0) {
			throw new OperatorError(
				`${source.name} is of another version of the site. Start the site with it once, with this version.`,
			);
		}
		await target.checkUsable();
		const to = target.open();
		try {
			const { unknown, added } = await readSchemaState(to);
			if (unknown.length > 0 || added.length > 0) throw new OperatorError(`${target.name} is not empty.`);
			await migrateToLatest(to);
			copyKey(target, source);
			return await copyInto(to, from, invariants);
		} finally {
			await to.destroy();
		}
	} finally {
		await from.destroy();
	}
}

/** Copies the key that encrypts the stored secrets, if there is one. */
function copyKey({ keyFile: to }: Engine, { keyFile: from }: Engine): void {
	if (from === undefined || to === undefined || from === to || !existsSync(from)) return;
	if (existsSync(to)) {
		if (readFileSync(to).equals(readFileSync(from))) return;
		throw new OperatorError(
			`${to} is the key file of another database. Remove it first, or choose another folder.`,
		);
	}
	// Renamed when it is complete, because an interrupted move can be run again.
	const part = `${to}.part`;
	copyFileSync(from, part);
	ownAs(part, dirname(to));
	syncFile(part);
	renameSync(part, to);
	syncFile(dirname(to));
}
