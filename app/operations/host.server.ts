/** Measurements of the process, its files and the disk. Null where the operating system does not provide them. */
import { readdir, readFile, statfs } from "node:fs/promises";
import { getHeapStatistics } from "node:v8";
import type { Db } from "db/database";
import type { Engine } from "db/engine";
import type { Disk } from "./problems";

export interface Host {
	databaseBytes: number;
	/** The write-ahead log beside a database file; 0 if there is none. */
	walBytes: number;
	disk: Disk | null;
	/** Open files and their limit, which may be Infinity. */
	files: { open: number; most: number } | null;
	heap: { usedBytes: number; limitBytes: number };
	residentBytes: number;
}

/** Measures the process, the database and the disk of the site's files. An unknown size is 0. Never rejects. */
export async function readHost(engine: Pick<Engine, "folder" | "readSize">, db: Db): Promise<Host> {
	const [size, disk, files] = await Promise.all([
		orNull(() => engine.readSize(db)),
		readDisk(engine.folder ?? "."),
		orNull(readFiles),
	]);
	return {
		databaseBytes: size?.databaseBytes ?? 0,
		walBytes: size?.logBytes ?? 0,
		disk,
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
