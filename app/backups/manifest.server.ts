import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

export const DATABASE_FILE = "plateia.sqlite";
export const IMAGES_FOLDER = "images";
/** Written last: a folder without it is no backup. */
export const MANIFEST_FILE = "backup.json";

const file = z.object({ name: z.string().regex(/^[^/\\]+$/), bytes: z.number(), sha256: z.string() });

const manifest = z.object({
	format: z.literal(1),
	madeAt: z.string().datetime(),
	/** The last migration that the database has seen. */
	schema: z.string(),
	database: file,
	images: z.array(file),
	/** What the audit found wrong with the data, which is copied faithfully all the same. */
	broken: z.array(z.string()),
});

export type BackupManifest = z.infer<typeof manifest>;
export type BackedUpFile = z.infer<typeof file>;

/** A backup, or a folder that is to be restored, is not what it should be; said without a stack. */
export class BackupError extends Error {
	override name = "BackupError";
}

/** What is ours in the folder, each with its instant; nothing else of it is ever touched. */
const STAMP = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.source;
/** Complete, verified backups. */
const SOUND = new RegExp(`^plateia-${STAMP}`);
const UNSOUND = new RegExp(`^unsound-${STAMP}`);
const LEFT_OVER = new RegExp(`^\\.(half-plateia|old-plateia|old-unsound)-${STAMP}`);

/** Of data that break an invariant. */
export const isUnsound = (name: string): boolean => UNSOUND.test(name);

/** Half a backup, or one that was being removed. */
export const isLeftOver = (name: string): boolean => LEFT_OVER.test(name);

export const nameOfBackup = (madeAt: Date): string => `plateia-${stampOf(madeAt)}`;

/** An instant that may stand in a file's name, and sorts. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, "-");

/**
 * @param now leaves out what a wrong clock has dated later.
 * @returns the names of the folder's sound backups, the newest first; none when there is no such folder.
 */
export async function listBackups(folder: string, now: Date): Promise<string[]> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	return names
		.filter((name) => SOUND.test(name) && name <= nameOfBackup(now))
		.sort()
		.reverse();
}

/** When a backup was made, by its name. */
export const madeAtOf = (name: string): Date =>
	new Date(name.replace(/^plateia-/, "").replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, "T$1:$2:$3.$4Z"));

/** @throws {BackupError} when the folder is no backup that this version can read. */
export async function readManifest(backup: string): Promise<BackupManifest> {
	const text = await readFile(join(backup, MANIFEST_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT" || error.code === "ENOTDIR") {
			throw new BackupError(`${backup} is no backup: there is no ${MANIFEST_FILE} in it.`);
		}
		throw error;
	});
	try {
		return manifest.parse(JSON.parse(text));
	} catch (error) {
		throw new BackupError(`${join(backup, MANIFEST_FILE)} cannot be read.`, { cause: error });
	}
}

/** @returns the file's SHA-256 in hex. */
export async function hashFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}
