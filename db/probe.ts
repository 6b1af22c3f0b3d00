/** Tests whether the database can be read and written. */
import { sql } from "kysely";
import type { Db } from "./database";
import { sessionOf } from "./engine";

/** @throws when the database does not answer. */
export async function probeRead(db: Db): Promise<void> {
	await sql`select 1`.execute(db);
}

/**
 * Writes without changing anything. After a failure, statements no longer wait for locks, so that writes are refused
 * immediately; a success restores the wait.
 * @throws when the database cannot be written.
 */
export const probeWrite = (db: Db): Promise<void> => sessionOf(db).probeWrite();

/** Limits how long statements wait for a lock of another program, such as `plateia erase`, to 2 s. */
export const limitLockWait = (db: Db): Promise<void> => sessionOf(db).limitLockWait();
