import { chownSync, closeSync, existsSync, fsyncSync, openSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Syncs a file, or the entries of a folder, to the disk (`fsync`), synchronously. @throws any file system error. */
export function syncFile(path: string): void {
	const file = openSync(path, "r");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** The path with symbolic links resolved; unchanged if there is no such file. */
export const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** When run by root, changes the owner of `path` to that of `like`, so that the site's user can access it. */
export function ownAs(path: string, like: string): void {
	if (process.getuid?.() !== 0) return;
	const { uid, gid } = statSync(existsSync(like) ? like : dirname(like));
	chownSync(path, uid, gid);
}
