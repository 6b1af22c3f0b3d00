import { existsSync, mkdirSync } from "node:fs";
import { copyFile, rename } from "node:fs/promises";
import { extname, join } from "node:path";
import { findBroken, type Invariant } from "db/audit";
import { DamagedError, type Engine, OperatorError, type Replacement } from "db/engine";
import { ownAs, syncFile } from "db/files";
import { migrateToLatest, readSchemaState } from "db/migrate";
import {
	type BackedUpFile,
	type BackupManifest,
	hashFile,
	IMAGES_FOLDER,
	readManifest,
	stampOf,
} from "./manifest.server";

export interface RestoreOrder {
	/** The backup's own folder. */
	backup: string;
	/** The site's database, and the folder of its pictures. */
	engine: Engine;
	images: string;
	invariants: readonly Invariant[];
	/** Also restore data that violates invariants. A damaged file is never restored. */
	evenBroken: boolean;
	now: Date;
}

export interface Restored {
	manifest: BackupManifest;
	/** The name of the replaced database; undefined if there was none. */
	kept: string | undefined;
	/** The migrations that ran on the restored database. */
	migrated: string[];
}

/**
 * Replaces the site's database and pictures with a backup. Everything is checked before anything is replaced. The
 * replaced database is kept under another name, pictures that differ as `FILE.replaced-TIME`; pictures that are not in
 * the backup stay. The database is replaced last, by renaming, so that an interrupted restore can be repeated.
 * @throws {OperatorError} if the site is running, or the backup is damaged, too new, of another database engine or
 * violates invariants.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
	const { engine } = order;
	const manifest = await readManifest(order.backup);
	const { name } = manifest.database;
	if (extname(name) !== extname(engine.backupName)) {
		throw new OperatorError(
			`${join(order.backup, name)} is of another database engine than ${engine.name}. Restore it into a database of that engine, then run plateia move.`,
		);
	}
	await checkFiles(order.backup, manifest);
	if (engine.folder !== undefined) mkdirSync(engine.folder, { recursive: true });
	const exclusiveUse = await engine.takeExclusiveUse(0);
	if (!exclusiveUse) throw new OperatorError(`The site runs with ${engine.name}. Stop it first.`);
	try {
		const replacement = await engine.restore(join(order.backup, name));
		try {
			const migrated = await prepare(replacement, order);
			const kept = await replacement.swap(stampOf(order.now), () => restoreImages(order, manifest.images));
			return { manifest, kept, migrated };
		} finally {
			await replacement.close();
		}
	} catch (error) {
		if (error instanceof DamagedError) {
			throw new OperatorError(`The backup's database is damaged: ${error.message}`);
		}
		throw error;
	} finally {
		await exclusiveUse.release();
	}
}

/** Compares the files of a backup with its manifest. @throws {OperatorError} for a file that is missing or differs. */
export async function checkFiles(backup: string, { database, images }: BackupManifest): Promise<void> {
	const files = [database, ...images.map((one) => ({ ...one, name: join(IMAGES_FOLDER, one.name) }))];
	for (const { name, sha256 } of files) {
		const found = await hashFile(join(backup, name)).catch(() => "missing");
		if (found === "missing") throw new OperatorError(`${join(backup, name)} is missing.`);
		if (found !== sha256) throw new OperatorError(`${join(backup, name)} is not what was backed up.`);
	}
}

/** Migrates and audits the copy. @returns the names of the migrations that ran. */
async function prepare({ db }: Replacement, { invariants, evenBroken }: RestoreOrder): Promise<string[]> {
	const { unknown: others, added } = await readSchemaState(db);
	const unknown = [...others, ...added];
	if (unknown.length > 0) {
		throw new OperatorError(
			`The migrations of the backup are not those of this version of the site, which does not know ${unknown.join(", ")}: it is of a newer version, or of a development version before 0.1.0.`,
		);
	}
	const migrated = await migrateToLatest(db);
	const broken = await findBroken(db, invariants);
	if (broken.length > 0 && !evenBroken) {
		throw new OperatorError(
			`The backup's data are broken; --even-broken restores them all the same:\n  ${broken.join("\n  ")}`,
		);
	}
	return migrated;
}

async function restoreImages({ backup, images, now }: RestoreOrder, files: readonly BackedUpFile[]) {
	mkdirSync(images, { recursive: true });
	for (const { name, sha256 } of files) {
		const to = join(images, name);
		if (existsSync(to)) {
			if ((await hashFile(to)) === sha256) continue;
			// With this ending it is not served.
			await rename(to, `${to}.replaced-${stampOf(now)}`);
		}
		const half = join(images, `.${crypto.randomUUID()}`);
		await copyFile(join(backup, IMAGES_FOLDER, name), half);
		ownAs(half, images);
		syncFile(half);
		await rename(half, to);
	}
	syncFile(images);
}
