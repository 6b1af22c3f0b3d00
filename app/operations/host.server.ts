/** Measurements of the process, its files and the disk. Null where the operating system does not provide them. */
import { readdir, readFile, statfs } from "node:fs/promises";
import { getHeapStatistics } from "node:v8";
import type { Db } from "db/database";
import type { Engine } from "db/engine";
import type { Disk, Host } from "./site-state";

/** Measures the process and the database. An unknown size is 0. Never rejects. */
export async function readHost(engine: Pick<Engine, "readSize">, db: Db): Promise<Host> {
	const [size, files] = await Promise.all([orNull(() => engine.readSize(db)), orNull(readFiles)]);
	return {
		databaseBytes: size?.databaseBytes ?? 0,
		walBytes: size?.logBytes ?? 0,
		files,
		heap: { usedBytes: process.memoryUsage().heapUsed, limitBytes: getHeapStatistics().heap_size_limit },
		residentBytes: process.memoryUsage.rss(),
	};
}

/** Measures the disk that holds a folder; null where that is not possible. Never rejects. */
export const readDisk = (folder: string): Promise<Disk | null> =>
	orNull(async () => {
		const { bavail, blocks, bsize } = await statfs(folder);
		return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
	});

/** Reads /proc, which exists on Linux only. */
async function readFiles() {
	const [open, limits] = await Promise.all([readdir("/proc/self/fd"), readFile("/proc/self/limits", "utf8")]);
	const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
	return { open: open.length, most };
}

async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
	try {
		return await read();
	} catch {
		return null;
	}
}
