/** Why the database or its disk fails, independent of the statement. */
export type StorageFault = "full" | "locked" | "read-only" | "failing" | "away" | "corrupt";

/** English description of each fault, for messages to the operator. */
export const FAULT_TEXT: Readonly<Record<StorageFault, string>> = {
	full: "the disk is full",
	locked: "another program has locked the database",
	"read-only": "the database or its disk is read-only",
	failing: "the disk cannot be read or written",
	away: "the database server does not answer",
	corrupt: "the database is corrupt",
};

/** By prefix of SQLite's result code; the driver reports extended result codes. */
const OF_SQLITE: readonly (readonly [string, StorageFault])[] = [
	["SQLITE_FULL", "full"],
	// The shared memory file of the write-ahead log could not grow.
	["SQLITE_IOERR_SHMSIZE", "full"],
	["SQLITE_BUSY", "locked"],
	["SQLITE_PROTOCOL", "locked"],
	["SQLITE_READONLY", "read-only"],
	["SQLITE_IOERR", "failing"],
	["SQLITE_CANTOPEN", "failing"],
	["SQLITE_CORRUPT", "corrupt"],
	["SQLITE_NOTADB", "corrupt"],
];

/** By prefix of PostgreSQL's SQLSTATE, and the codes of AwayError and ConflictError. */
const OF_POSTGRES: readonly (readonly [string, StorageFault])[] = [
	["53100", "full"],
	// Out of memory or of connections.
	["53", "away"],
	["55P03", "locked"],
	["25006", "read-only"],
	["58030", "failing"],
	["XX001", "corrupt"],
	["XX002", "corrupt"],
	["08", "away"],
	// The server stops, has crashed or starts.
	["57P0", "away"],
	["PLATEIA_AWAY", "away"],
	["PLATEIA_CONFLICT", "locked"],
];

/** By system error code, for files such as pictures. */
const OF_FILES: Readonly<Record<string, StorageFault>> = {
	ENOSPC: "full",
	EDQUOT: "full",
	EROFS: "read-only",
	EIO: "failing",
};

const OF_DATABASES = [...OF_SQLITE, ...OF_POSTGRES];

/** The storage fault that an error or one of its causes reports; undefined for any other error. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		const { code } = cause as Error & { code?: unknown };
		if (typeof code !== "string") continue;
		const fault = OF_FILES[code] ?? OF_DATABASES.find(([beginning]) => code.startsWith(beginning))?.[1];
		if (fault) return fault;
	}
	return undefined;
}
