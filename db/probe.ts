/** Statements that test whether the database can be read and written. */
import { sql } from "kysely";
import type { Db } from "./database";

/** How long a write waits for a lock of another program, such as `plateia erase`. The wait blocks the process. */
const LOCK_WAIT_MS = 2000;

/** @throws when the database does not answer. */
export async function probeRead(db: Db): Promise<void> {
	await sql`select 1`.execute(db);
}

/**
 * Writes one page without changing anything. After a failure, statements no longer wait for locks, so that writes
 * are refused immediately; a success restores the wait.
 * @throws when the database cannot be written.
 */
export async function probeWrite(db: Db): Promise<void> {
	await db.connection().execute(async (connection) => {
		await sql`pragma busy_timeout = 0`.execute(connection);
		await sql`pragma user_version = 0`.execute(connection);
		await limitLockWait(connection);
	});
}

/** Sets how long statements wait for a lock to 2 s. */
export async function limitLockWait(db: Db): Promise<void> {
	await sql.raw(`pragma busy_timeout = ${LOCK_WAIT_MS}`).execute(db);
}
