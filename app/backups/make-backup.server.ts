import { chmodSync, mkdirSync, statSync } from "node:fs";
import { copyFile, link, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Invariant } from "db/audit";
import { copyDatabase, findDamage, syncFile } from "db/copy";
import { openForReading } from "db/database";
import { takeLock } from "db/lock";
import { readSchemaState } from "db/migrate";
import { realPath } from "~/storage/site-database.server";
import { findBroken } from "./audited.server";
import {
	type BackedUpFile,
	BackupError,
	type BackupManifest,
	DATABASE_FILE,
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
	/** The path of the database, which may be in use. */
	database: string;
	/** The folder of the pictures. */
	images: string;
	/** Where backups are kept, each in a folder of its own. */
	folder: string;
	/** How many; undefined removes none. */
	keep: number | undefined;
	invariants: readonly Invariant[];
	now: Date;
}

export interface Backup {
	path: string;
	manifest: BackupManifest;
}

/** What is left free on the backups' disk, which may be the site's own: a backup must not stop it. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * Makes a backup of database and pictures, while the site may run: a whole copy, opened, checked and audited before
 * it gets its name and older ones go. Data that breaks an invariant is kept as `unsound-…`, which counts for nothing.
 * @throws {BackupError} when another backup is being made, there is no room or the copy is damaged.
 */
export async function makeBackup(order: BackupOrder): Promise<Backup> {
	const { keep } = order;
	// Any other number would remove the new one too.
	if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) {
		throw new BackupError("BACKUP_KEEP must be a whole number of at least 1.");
	}
	mkdirSync(order.folder, { recursive: true, mode: 0o700 });
	const release = await takeLock(join(order.folder, ".lock"));
	if (!release) throw new BackupError(`Another backup is being made in ${order.folder}.`);
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
		// It may be what fills the disk. Where it cannot be removed, the next one tries again.
		await rm(half, { recursive: true, force: true }).catch(() => {});
		throw error;
	} finally {
		release();
	}
}

/** Whatever a backup that was cut short has left; we have the lock, so that none is under way. */
async function removeLeftOver(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter(isLeftOver);
	for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

async function fill(half: string, order: BackupOrder): Promise<BackupManifest> {
	const [newest] = await listBackups(order.folder, order.now);
	const last = newest === undefined ? undefined : join(order.folder, newest);
	const known = new Map((last ? await imagesOf(last) : []).map((one) => [one.name, one]));
	await checkRoom(order, known);

	const copy = join(half, DATABASE_FILE);
	await copyDatabase(order.database, copy);
	chmodSync(copy, 0o600);
	const damage = findDamage(copy);
	if (damage.length > 0) throw new BackupError(`The database is damaged: ${damage.join("; ")}`);
	const { version, broken } = await audit(copy, order.invariants);

	// After the database, so that every picture it names is there; one that has gone since is missed by nobody.
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
		database: { name: DATABASE_FILE, bytes: statSync(copy).size, sha256: await hashFile(copy) },
		images,
		broken,
	};
	const path = join(half, MANIFEST_FILE);
	await writeFile(path, `${JSON.stringify(manifest, undefined, "\t")}\n`, { mode: 0o600 });
	syncFile(path);
	syncFile(half);
	return manifest;
}

async function audit(copy: string, invariants: readonly Invariant[]) {
	const db = openForReading(copy);
	try {
		const { version } = await readSchemaState(db);
		return { version, broken: await findBroken(db, invariants) };
	} finally {
		await db.destroy();
	}
}

/** One that has been damaged since must not keep the next from being made. */
const imagesOf = async (backup: string): Promise<BackedUpFile[]> => {
	try {
		return (await readManifest(backup)).images;
	} catch (error) {
		if (error instanceof BackupError) return [];
		throw error;
	}
};

async function checkRoom(order: BackupOrder, known: ReadonlyMap<string, BackedUpFile>): Promise<void> {
	// What stands in the log alone is copied too.
	const log = statSync(`${realPath(order.database)}-wal`, { throwIfNoEntry: false });
	let needed = statSync(order.database).size + (log?.size ?? 0) + RESERVE_BYTES;
	for (const name of await findImages(order.images)) {
		if (!known.has(name)) needed += (await stat(join(order.images, name))).size;
	}
	const { bavail, bsize } = await statfs(order.folder);
	if (bavail * bsize < needed) {
		throw new BackupError(
			`There is no room in ${order.folder}: ${inMegabytes(needed)} are needed, ${inMegabytes(bavail * bsize)} are free.`,
		);
	}
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function findImages(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	// A name with a dot before it is a picture that is being written.
	return entries
		.flatMap((entry) => (entry.isFile() && !entry.name.startsWith(".") ? [entry.name] : []))
		.sort();
}

/**
 * Pictures hardly ever change: one that the backup before holds too is stored once, where the disk can do that.
 * @param before where the backup before has one of this name.
 * @returns undefined when it was removed a moment ago.
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
		if ((await hashFile(to)) !== sha256) throw new BackupError(`The picture ${name} was not copied whole.`);
	}
	return { name, bytes: statSync(to).size, sha256 };
}

/**
 * Moved away first: half a backup must not stand under the name of a whole one.
 * @param newUnsound one that was made of broken data just now: sound ones stay, and of its kind it alone does, since
 * until somebody mends the data another is made every hour.
 */
async function removeOld({ folder, now }: BackupOrder, keep: number, newUnsound: string | undefined) {
	const sound = newUnsound === undefined ? (await listBackups(folder, now)).slice(keep) : [];
	const unsound = (await readdir(folder)).filter((name) => isUnsound(name) && name !== newUnsound);
	for (const name of [...sound, ...unsound]) {
		await rename(join(folder, name), join(folder, `.old-${name}`));
		await rm(join(folder, `.old-${name}`), { recursive: true, force: true });
	}
}
