import { chmodSync, mkdirSync, statSync } from "node:fs";
import { copyFile, link, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { findBroken, type Invariant } from "db/audit";
import { DamagedError, type Engine, OperatorError } from "db/engine";
import { syncFile } from "db/files";
import { takeLock } from "db/lock";
import { readSchemaState } from "db/migrate";
import {
	type BackedUpFile,
	type BackupManifest,
	hashFile,
	IMAGES_FOLDER,
	isLeftOver,
	isUnsound,
	listBackups,
	MANIFEST_FILE,
	nameOfBackup,
	readManifest,
} from "./manifest.server";

export interface BackupOrder {
	/** The database, which may be in use. */
	engine: Engine;
	/** The folder of the pictures. */
	images: string;
	/** The folder of all backups, each of which is a sub-folder. */
	folder: string;
	/** The number of backups to keep; undefined removes none. */
	keep: number | undefined;
	invariants: readonly Invariant[];
	now: Date;
}

export interface Backup {
	path: string;
	manifest: BackupManifest;
}

/** Space that must stay free on the disk, because the site may write to the same one. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * Backs up database and pictures; the site may be running. The copy is opened, checked and audited before it is
 * renamed to its final name and older backups are removed. A copy that violates invariants does not throw: it is kept
 * as `unsound-…`, lists them in `manifest.broken` and does not count as a backup. Files are readable by their owner
 * only.
 * @throws {OperatorError} if another backup is in progress, `keep` is invalid, there is not enough space, or the copy is
 * damaged. The incomplete copy is removed.
 */
export async function makeBackup(order: BackupOrder): Promise<Backup> {
	const { keep } = order;
	// Any other number would remove the new backup too.
	if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) {
		throw new OperatorError("BACKUP_KEEP must be a whole number of at least 1.");
	}
	mkdirSync(order.folder, { recursive: true, mode: 0o700 });
	const release = await takeLock(join(order.folder, ".lock"));
	if (!release) throw new OperatorError(`Another backup is being made in ${order.folder}.`);
	const half = join(order.folder, `.half-${nameOfBackup(order.now)}`);
	try {
		await removeLeftOver(order.folder);
		mkdirSync(join(half, IMAGES_FOLDER), { recursive: true, mode: 0o700 });
		const manifest = await fill(half, order);
		const name = nameOfBackup(order.now);
		const isSound = manifest.broken.length === 0;
		const path = join(order.folder, isSound ? name : name.replace("plateia", "unsound"));
		await rename(half, path);
		syncFile(order.folder);
		if (keep !== undefined) await removeOld(order, keep, isSound ? undefined : basename(path));
		return { path, manifest };
	} catch (error) {
		// The incomplete copy may fill the disk. If it cannot be removed, the next backup tries again.
		await rm(half, { recursive: true, force: true }).catch(() => {});
		throw error;
	} finally {
		release();
	}
}

/** Removes the remains of interrupted backups. Requires the lock, so that no backup is in progress. */
async function removeLeftOver(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter(isLeftOver);
	for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

async function fill(half: string, order: BackupOrder): Promise<BackupManifest> {
	const [newest] = await listBackups(order.folder, order.now);
	const last = newest === undefined ? undefined : join(order.folder, newest);
	const known = new Map((last ? await imagesOf(last) : []).map((one) => [one.name, one]));
	await checkRoom(order, known);

	const copy = join(half, order.engine.backupName);
	const { version, broken } = await copyDatabase(copy, order);

	// Copied after the database, so that all pictures that it references are included. One that was deleted since then is not needed.
	const images: BackedUpFile[] = [];
	for (const name of await findImages(order.images)) {
		const before = known.get(name) && last ? join(last, IMAGES_FOLDER, name) : undefined;
		const copied = await copyImage(name, join(order.images, name), join(half, IMAGES_FOLDER, name), before);
		if (copied) images.push(copied);
	}
	syncFile(join(half, IMAGES_FOLDER));

	const manifest: BackupManifest = {
		format: 1,
		madeAt: order.now.toISOString(),
		schema: version ?? "",
		database: { name: order.engine.backupName, bytes: statSync(copy).size, sha256: await hashFile(copy) },
		images,
		broken,
	};
	const path = join(half, MANIFEST_FILE);
	await writeFile(path, `${JSON.stringify(manifest, undefined, "\t")}\n`, { mode: 0o600 });
	syncFile(path);
	syncFile(half);
	return manifest;
}

/** Copies the database, and opens and audits the copy. */
async function copyDatabase(copy: string, { engine, invariants }: BackupOrder) {
	try {
		await engine.copyTo(copy);
		chmodSync(copy, 0o600);
		syncFile(copy);
		const opened = await engine.openCopy(copy);
		try {
			const { version } = await readSchemaState(opened.db);
			return { version, broken: await findBroken(opened.db, invariants) };
		} finally {
			await opened.close();
		}
	} catch (error) {
		if (error instanceof DamagedError) throw new OperatorError(`The database is damaged: ${error.message}`);
		throw error;
	}
}

/** The pictures of an earlier backup; none if its manifest is damaged, which must not prevent a new backup. */
const imagesOf = async (backup: string): Promise<BackedUpFile[]> => {
	try {
		return (await readManifest(backup)).images;
	} catch (error) {
		if (error instanceof OperatorError) return [];
		throw error;
	}
};

async function checkRoom(order: BackupOrder, known: ReadonlyMap<string, BackedUpFile>): Promise<void> {
	let needed = (await order.engine.bytesToCopy()) + RESERVE_BYTES;
	for (const name of await findImages(order.images)) {
		if (!known.has(name)) needed += (await stat(join(order.images, name))).size;
	}
	const { bavail, bsize } = await statfs(order.folder);
	if (bavail * bsize < needed) {
		throw new OperatorError(
			`There is no room in ${order.folder}: ${inMegabytes(needed)} are needed, ${inMegabytes(bavail * bsize)} are free.`,
		);
	}
}

/** With one decimal, such as `1.5 MB`. */
export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function findImages(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	// A name that begins with a dot is a picture that is being written.
	return entries
		.flatMap((entry) => (entry.isFile() && !entry.name.startsWith(".") ? [entry.name] : []))
		.sort();
}

/**
 * Copies a picture. If the previous backup has the same content, it is hard-linked where the file system supports that.
 * @param before the path in the previous backup, if that has a picture of this name.
 * @returns undefined if the picture no longer exists.
 */
async function copyImage(
	name: string,
	from: string,
	to: string,
	before: string | undefined,
): Promise<BackedUpFile | undefined> {
	const sha256 = await hashFile(from).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return undefined;
		throw error;
	});
	if (sha256 === undefined) return undefined;
	const isSame = before !== undefined && (await hashFile(before).catch(() => undefined)) === sha256;
	const isLinked =
		isSame &&
		(await link(before, to).then(
			() => true,
			() => false,
		));
	if (!isLinked) {
		await copyFile(from, to);
		chmodSync(to, 0o600);
		syncFile(to);
		if ((await hashFile(to)) !== sha256) throw new OperatorError(`The picture ${name} was not copied whole.`);
	}
	return { name, bytes: statSync(to).size, sha256 };
}

/**
 * Removes old backups. Each is renamed first, so that a partly removed one does not have the name of a complete one.
 * @param newUnsound the name of the unsound backup that was just made, if so. Then all sound ones and only this unsound
 * one are kept, because another unsound one follows every hour until the data is repaired.
 */
async function removeOld({ folder, now }: BackupOrder, keep: number, newUnsound: string | undefined) {
	const sound = newUnsound === undefined ? (await listBackups(folder, now)).slice(keep) : [];
	const unsound = (await readdir(folder)).filter((name) => isUnsound(name) && name !== newUnsound);
	for (const name of [...sound, ...unsound]) {
		await rename(join(folder, name), join(folder, `.old-${name}`));
		await rm(join(folder, `.old-${name}`), { recursive: true, force: true });
	}
}
