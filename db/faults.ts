/** Why the database or the disk under it does not do what it should, whatever was asked of it. */
export type StorageFault = "full" | "locked" | "read-only" | "failing" | "corrupt";

/** Message that the start script prints for each storage fault. */
export const FAULT_TEXT: Readonly<Record<StorageFault, string>> = {
	full: "the disk is full",
	locked: "another program has locked the database",
	"read-only": "the database or its disk is read-only",
	failing: "the disk does not read and write",
	corrupt: "the database is corrupt",
};

/** By the beginning of SQLite's result code; the driver tells the extended ones. */
const OF_SQLITE: readonly (readonly [string, StorageFault])[] = [
	["SQLITE_FULL", "full"],
	// Its shared memory could not grow.
	["SQLITE_IOERR_SHMSIZE", "full"],
	["SQLITE_BUSY", "locked"],
	["SQLITE_PROTOCOL", "locked"],
	["SQLITE_READONLY", "read-only"],
	["SQLITE_IOERR", "failing"],
	["SQLITE_CANTOPEN", "failing"],
	["SQLITE_CORRUPT", "corrupt"],
	["SQLITE_NOTADB", "corrupt"],
];

/** Of files beside the database, such as pictures. */
const OF_FILES: Readonly<Record<string, StorageFault>> = {
	ENOSPC: "full",
	EDQUOT: "full",
	EROFS: "read-only",
	EIO: "failing",
};

/** What an error, or what caused it, says of the storage; undefined for any other. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		const { code } = cause as Error & { code?: unknown };
		if (typeof code !== "string") continue;
		const fault = OF_FILES[code] ?? OF_SQLITE.find(([beginning]) => code.startsWith(beginning))?.[1];
		if (fault) return fault;
	}
	return undefined;
}
