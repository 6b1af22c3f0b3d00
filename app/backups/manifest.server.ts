import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "db/engine";
import { z } from "zod";

export const IMAGES_FOLDER = "images";
/** Written last: a folder without it is not a complete backup. */
export const MANIFEST_FILE = "backup.json";

const file = z.object({ name: z.string().regex(/^[^/\\]+$/), bytes: z.number(), sha256: z.string() });

const manifest = z.object({
	format: z.literal(1),
	madeAt: z.string().datetime(),
	/** The last migration that has run on the database. */
	schema: z.string(),
	database: file,
	images: z.array(file),
	/** One line per broken invariant of the data; empty for a sound backup. */
	broken: z.array(z.string()),
});

export type BackupManifest = z.infer<typeof manifest>;
export type BackedUpFile = z.infer<typeof file>;

/** The timestamp in the names of backups. Other entries of the folder are never touched. */
const STAMP = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.source;
const SOUND = new RegExp(`^plateia-${STAMP}`);
/** Whether the name is that of a complete, verified backup. */
export const isSound = (name: string): boolean => SOUND.test(name);
const UNSOUND = new RegExp(`^unsound-${STAMP}`);
const LEFT_OVER = new RegExp(`^\\.(half-plateia|old-plateia|old-unsound)-${STAMP}`);

/** Whether the name is that of a backup whose data violates invariants. */
export const isUnsound = (name: string): boolean => UNSOUND.test(name);

/** Whether the name is that of an incomplete backup or of one that is being removed. */
export const isLeftOver = (name: string): boolean => LEFT_OVER.test(name);

/** The folder name of a sound backup. */
export const nameOfBackup = (madeAt: Date): string => `plateia-${stampOf(madeAt)}`;

/** A timestamp for file names that sorts as text. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, "-");

/**
 * @param now excludes backups with a later date, which a wrong clock has made.
 * @returns the names of the folder's sound backups, the newest first; none if the folder does not exist.
 */
export async function listBackups(folder: string, now: Date): Promise<string[]> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	return names
		.filter((name) => isSound(name) && name <= nameOfBackup(now))
		.sort()
		.reverse();
}

/** The time of a sound backup, from its name. */
export const madeAtOf = (name: string): Date =>
	new Date(name.replace(/^plateia-/, "").replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, "T$1:$2:$3.$4Z"));

/** Reads a backup's manifest. @throws {OperatorError} if the folder is not a backup that this version can read. */
export async function readManifest(backup: string): Promise<BackupManifest> {
	const text = await readFile(join(backup, MANIFEST_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT" || error.code === "ENOTDIR") {
			throw new OperatorError(`${backup} is no backup: there is no ${MANIFEST_FILE} in it.`);
		}
		throw error;
	});
	try {
		return manifest.parse(JSON.parse(text));
	} catch (error) {
		throw new OperatorError(`${join(backup, MANIFEST_FILE)} cannot be read.`, { cause: error });
	}
}

/** @returns the file's SHA-256 in hex. */
export async function hashFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}
