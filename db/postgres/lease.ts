import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Lease } from "../engine";
import { connectionTo } from "./dialect";
import { postgresErrorOf } from "./errors";

/** The advisory lock of the process that serves a database. PostgreSQL keeps the locks of databases apart. */
const KEY = "7379652074612";
const POLL_MS = 250;
/** The server notices within 20 s that the machine of the process is gone, and releases the lock. */
const KEEP_ALIVE =
	"set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/**
 * Takes the advisory lock on a separate connection: the server releases it when the connection ends. If the connection
 * ends before `release`, it is taken again as soon as the server answers.
 * @param waitMs how long to wait while another process has the lock.
 * @param onLost called if another process took the lock in between.
 * @param onBroken called with the cause when the connection has ended.
 * @returns undefined if another process has the lock.
 * @throws the server's error, or AwayError.
 */
export async function takeAdvisoryLock(
	databaseUrl: string,
	waitMs: number,
	onLost: (error: Error) => void = () => {},
	onBroken: (error: unknown) => void = () => {},
): Promise<Lease | undefined> {
	const until = performance.now() + waitMs;
	let client: Client | undefined;
	let isReleased = false;

	/** @returns whether the lock was taken. */
	async function take(): Promise<boolean> {
		const fresh = new Client(connectionTo(databaseUrl));
		let isBroken = false;
		fresh.on("error", (error) => {
			if (isBroken) return;
			isBroken = true;
			if (client === fresh && !isReleased) void retake(error);
		});
		fresh.on("end", () => {
			if (isBroken) return;
			isBroken = true;
			if (client === fresh && !isReleased) void retake(new Error("the connection has ended"));
		});
		try {
			await fresh.connect();
			await fresh.query(KEEP_ALIVE);
			const { rows } = await fresh.query<{ taken: boolean }>(`select pg_try_advisory_lock(${KEY}) as taken`);
			if (rows[0]?.taken && !isBroken && !isReleased) {
				client = fresh;
				return true;
			}
		} catch (error) {
			await fresh.end().catch(() => {});
			throw postgresErrorOf(error);
		}
		await fresh.end().catch(() => {});
		return false;
	}

	async function retake(cause: unknown): Promise<void> {
		client = undefined;
		onBroken(postgresErrorOf(cause));
		while (!isReleased) {
			await sleep(POLL_MS);
			// The server may still hold the lock of the connection that ended.
			const taken = await takeUntil(performance.now() + 2 * POLL_MS).catch(() => undefined);
			if (taken) return;
			if (taken === false && !isReleased) {
				onLost(new Error("another process of the site has taken over the database", { cause }));
				return;
			}
		}
	}

	async function takeUntil(end: number): Promise<boolean> {
		for (;;) {
			if (await take()) return true;
			if (performance.now() >= end) return false;
			await sleep(POLL_MS);
		}
	}

	if (!(await takeUntil(until))) return undefined;
	return {
		async release() {
			isReleased = true;
			await client?.end().catch(() => {});
		},
	};
}
