import { LRUCache } from "lru-cache";
import type { Db, Trx } from "./database";
import { versionOf } from "./engine";

const MAX_ENTRIES = 2000;
const SECOND_MS = 1000;

interface Entry {
	version: string;
	value: Promise<unknown>;
}

const entries = new WeakMap<Db | Trx, LRUCache<string, Entry>>();

/**
 * Reads what pages show, once until something is written to the database: all who load a page after a change share one
 * computation. With PostgreSQL, whose changes this process does not see, each call reads.
 * @param key names the read and all that its result depends on besides the database.
 * @param read its answer is shared, so nobody may change it.
 * @param now for a result that depends on the time, or on settings, which are applied after they are stored: it is 1 s old at most.
 */
export async function readShared<Value>(
	db: Db | Trx,
	key: string,
	read: () => Promise<Value>,
	now?: Date,
): Promise<Value> {
	const stored = versionOf(db);
	if (stored === undefined) return read();
	const version = now ? `${stored} ${Math.floor(now.getTime() / SECOND_MS)}` : stored;
	const known = entries.get(db) ?? new LRUCache<string, Entry>({ max: MAX_ENTRIES });
	entries.set(db, known);
	const latest = known.get(key);
	if (latest?.version === version) return latest.value as Promise<Value>;
	const value = read();
	known.set(key, { version, value });
	// Only those who asked during it share a failure.
	value.catch(() => known.delete(key));
	return value;
}
