import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { storageFaultOf } from "./faults";
import { SQLite } from "./sqlite/driver";

const POLL_MS = 100;

/**
 * Acquires an inter-process lock: an exclusive transaction on a small SQLite file. The operating system releases it
 * with the process, even after `kill -9`, so that unlike a file with a process id it is never stale.
 * @param path the lock file. It and its folder are created if missing, and the file remains after the release.
 * @param waitMs how long to wait while another process holds the lock; 0 tries once.
 * @returns a function that releases the lock; undefined if another process holds it.
 * @throws any SQLite error but a lock.
 */
export async function takeLock(path: string, waitMs = 0): Promise<(() => void) | undefined> {
	mkdirSync(dirname(path), { recursive: true });
	const until = performance.now() + waitMs;
	for (;;) {
		const release = tryLock(path);
		if (release || performance.now() >= until) return release;
		await sleep(POLL_MS);
	}
}

function tryLock(path: string): (() => void) | undefined {
	const lock = new SQLite(path, { timeout: 0 });
	try {
		// The file is written only when it is new; the journal in memory leaves no file behind.
		lock.pragma("journal_mode = MEMORY");
		if (lock.pragma("user_version", { simple: true }) === 0) lock.pragma("user_version = 1");
		lock.exec("begin exclusive");
		return () => lock.close();
	} catch (error) {
		lock.close();
		if (storageFaultOf(error) === "locked") return undefined;
		throw error;
	}
}
