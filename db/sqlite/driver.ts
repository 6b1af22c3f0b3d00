/**
 * The SQLite driver for the running Node version. better-sqlite3 13 requires Node-API 10 (Node 22.14) and crashes older
 * versions with a segmentation fault. better-sqlite3 12 has the same interface and runs on those, but crashes Node
 * 24.19 and later during garbage collection.
 */
import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";

const MIN_NODE_API = 10;

const require = createRequire(import.meta.url);

function loadForNode20(): typeof BetterSqlite3 {
	try {
		return require("#sqlite-node20");
	} catch (cause) {
		throw new Error(
			`Node ${process.versions.node} needs another SQLite driver: run "npm run sqlite:node20", or use Node 22.14 or later.`,
			{ cause },
		);
	}
}

/** The driver's database class. Importing this module throws on Node before 22.14 without `npm run sqlite:node20`. */
export const SQLite: typeof BetterSqlite3 =
	Number(process.versions.napi) >= MIN_NODE_API ? require("better-sqlite3") : loadForNode20();

export type Connection = BetterSqlite3.Database;
