/** Measurements of the process, its files and the disk. Null where the operating system does not provide them. */
import { readdir, readFile, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { getHeapStatistics } from "node:v8";
import type { Disk } from "./problems";

export interface Host {
	databaseBytes: number;
	/** SQLite's write-ahead log. */
	walBytes: number;
	disk: Disk | null;
	/** Open files and their limit, which may be Infinity. */
	files: { open: number; most: number } | null;
	heap: { usedBytes: number; limitBytes: number };
	residentBytes: number;
}

/** Measures the process, the database file and the disk that holds it. A missing file has 0 bytes. Never rejects. */
export async function readHost(databaseFile: string): Promise<Host> {
	const [databaseBytes, walBytes, disk, files] = await Promise.all([
		sizeOf(databaseFile),
		sizeOf(`${databaseFile}-wal`),
		readDisk(dirname(databaseFile)),
		orNull(readFiles),
	]);
	return {
		databaseBytes,
		walBytes,
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

/** 0 for a missing file, such as the write-ahead log after a clean stop. */
const sizeOf = async (file: string): Promise<number> => (await orNull(() => stat(file)))?.size ?? 0;

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
