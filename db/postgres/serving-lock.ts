import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { ExclusiveUse } from "../engine";
import { createClient } from "./dialect";
import { postgresErrorOf } from "./errors";

/**
 * The advisory lock of a database. Processes that serve the database hold the lock in shared mode; a command that needs
 * exclusive use of the database holds it in exclusive mode. Each database has separate locks, and PostgreSQL releases those of
 * a connection when the connection ends.
 */
export const SERVING_LOCK = "7379652074612";
const POLL_MS = 250;
/** The server notices within 20 s that the machine of a process is gone, and ends the connection of the process. */
export const KEEP_ALIVE =
	"set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/** Tries to take the lock until `waitMs` have passed. @returns whether it was taken. @throws the server's error. */
export async function takeServingLock(
	client: Client,
	kind: "exclusive" | "shared",
	waitMs: number,
): Promise<boolean> {
	const until = performance.now() + waitMs;
	const take = `pg_try_advisory_lock${kind === "shared" ? "_shared" : ""}`;
	for (;;) {
		const { rows } = await client.query<{ taken: boolean }>(`select ${take}(${SERVING_LOCK}) as taken`);
		if (rows[0]?.taken) return true;
		if (performance.now() >= until) return false;
		await sleep(POLL_MS);
	}
}

/**
 * Takes the lock in exclusive mode, on a separate connection.
 * @returns undefined if other processes still hold the lock after `waitMs`.
 * @throws the server's error, or AwayError.
 */
export async function takeExclusiveLock(
	databaseUrl: string,
	waitMs: number,
): Promise<ExclusiveUse | undefined> {
	const client = createClient(databaseUrl);
	const release = () => client.end().catch(() => {});
	try {
		await client.connect();
		await client.query(KEEP_ALIVE);
		if (await takeServingLock(client, "exclusive", waitMs)) return { release };
	} catch (error) {
		await release();
		throw postgresErrorOf(error);
	}
	await release();
	return undefined;
}
