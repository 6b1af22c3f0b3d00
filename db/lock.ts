import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SQLite } from "./driver";
import { storageFaultOf } from "./faults";

const LOOK_AGAIN_MS = 100;

/**
 * Takes the lock that one process alone can have: an exclusive transaction on a tiny database, which the
 * operating system ends with the process, `kill -9` included. A file's own lock, unlike a file with a process
 * id in it, is never left behind.
 * @param path of the lock's file, which stays when the lock is given back.
 * @param waitMs how long to wait for whoever has it.
 * @returns what gives it back; undefined when another process has it.
 */
export async function takeLock(path: string, waitMs = 0): Promise<(() => void) | undefined> {
	mkdirSync(dirname(path), { recursive: true });
	const until = performance.now() + waitMs;
	for (;;) {
		const release = tryLock(path);
		if (release || performance.now() >= until) return release;
		await sleep(LOOK_AGAIN_MS);
	}
}

function tryLock(path: string): (() => void) | undefined {
	const lock = new SQLite(path, { timeout: 0 });
	try {
		// Only ever written when it is new; no journal is left of that.
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
