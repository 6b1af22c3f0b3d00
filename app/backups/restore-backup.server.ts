import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { copyFile, link, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Invariant } from "db/audit";
import { checkpointLog, findDamage, syncFile } from "db/copy";
import { openDatabase } from "db/database";
import { storageFaultOf } from "db/faults";
import { takeLock } from "db/lock";
import { migrateToLatest, readSchemaState } from "db/migrate";
import { lockPathOf, markPathOf, realPath } from "~/storage/site-database.server";
import { findBroken } from "./audited.server";
import {
	type BackedUpFile,
	BackupError,
	type BackupManifest,
	hashFile,
	IMAGES_FOLDER,
	readManifest,
	stampOf,
} from "./manifest.server";

export interface RestoreOrder {
	/** The backup's own folder. */
	backup: string;
	/** The path of the site's database, and the folder of its pictures. */
	database: string;
	images: string;
	invariants: readonly Invariant[];
	/** Also restore data that violates invariants. A damaged file is never restored. */
	evenBroken: boolean;
	now: Date;
}

export interface Restored {
	manifest: BackupManifest;
	/** The path of the replaced database; undefined if there was none. */
	kept: string | undefined;
	/** The migrations that ran on the restored database. */
	migrated: string[];
}

/**
 * Replaces the site's database and pictures with a backup. Everything is checked before anything is replaced. The
 * replaced database, and pictures that differ, are kept as `FILE.replaced-TIME`; pictures that are not in the backup
 * stay. The database is replaced by one rename, so that an interrupted restore can be repeated.
 * @throws {BackupError} if the site is running, or the backup is damaged, too new or violates invariants.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
	const manifest = await readManifest(order.backup);
	await checkFiles(order.backup, manifest);
	mkdirSync(dirname(order.database), { recursive: true });
	const release = await takeLock(lockPathOf(order.database));
	if (!release) throw new BackupError(`The site runs with ${order.database}. Stop it first.`);
	const database = realPath(order.database);
	const half = `${database}.restoring`;
	try {
		for (const ending of LOGS) rmSync(half + ending, { force: true });
		await copyFile(join(order.backup, manifest.database.name), half);
		const migrated = await prepare(half, order);
		const kept = await keep(database, order.now);
		await restoreImages(order, manifest.images);
		ownAs(half, database);
		await rename(half, database);
		syncFile(dirname(database));
		rmSync(markPathOf(database), { force: true });
		return { manifest, kept, migrated };
	} finally {
		for (const ending of LOGS) rmSync(half + ending, { force: true });
		release();
	}
}

const LOGS = ["", "-wal", "-shm", "-journal"];

async function checkFiles(backup: string, { database, images }: BackupManifest): Promise<void> {
	const files = [database, ...images.map((one) => ({ ...one, name: join(IMAGES_FOLDER, one.name) }))];
	for (const { name, sha256 } of files) {
		const found = await hashFile(join(backup, name)).catch(() => "missing");
		if (found === "missing") throw new BackupError(`${join(backup, name)} is missing.`);
		if (found !== sha256) throw new BackupError(`${join(backup, name)} is not what was backed up.`);
	}
}

/** Checks, migrates and audits the copy. @returns the names of the migrations that ran. */
async function prepare(half: string, { invariants, evenBroken }: RestoreOrder): Promise<string[]> {
	const damage = findDamage(half);
	if (damage.length > 0) throw new BackupError(`The backup's database is damaged: ${damage.join("; ")}`);
	const db = openDatabase(`file:${half}`);
	try {
		const { unknown } = await readSchemaState(db);
		if (unknown.length > 0) {
			throw new BackupError(
				`The backup is of a newer version of the site, which knows ${unknown.join(", ")}.`,
			);
		}
		const migrated = await migrateToLatest(db);
		const broken = await findBroken(db, invariants);
		if (broken.length > 0 && !evenBroken) {
			throw new BackupError(
				`The backup's data are broken; --even-broken restores them all the same:\n  ${broken.join("\n  ")}`,
			);
		}
		return migrated;
	} finally {
		await db.destroy();
		syncFile(half);
	}
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

/** Links or copies the existing database to a second name. @returns its path; undefined if there is no database. */
async function keep(database: string, now: Date): Promise<string | undefined> {
	if (!existsSync(database)) return undefined;
	const kept = `${database}.replaced-${stampOf(now)}`;
	try {
		checkpointLog(database);
	} catch (error) {
		if (storageFaultOf(error) !== "corrupt") throw error;
		// The log belongs to the corrupt database and must not be applied to the restored one.
		for (const log of ["-wal", "-shm"])
			if (existsSync(database + log)) renameSync(database + log, kept + log);
	}
	if (existsSync(`${database}-wal`)) {
		throw new BackupError(`Another program has ${basename(database)} open. End it first.`);
	}
	await link(database, kept).catch(() => copyFile(database, kept));
	return kept;
}

/** When run by root, changes the owner of `path` to that of `like`, so that the site's user can access it. */
function ownAs(path: string, like: string): void {
	if (process.getuid?.() !== 0) return;
	const { uid, gid } = statSync(existsSync(like) ? like : dirname(like));
	chownSync(path, uid, gid);
}
