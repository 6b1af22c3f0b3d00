/** The SQLite driver. better-sqlite3 13 requires Node-API 10 and crashes older versions with a segmentation fault. */
import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";

const MIN_NODE_API = 10;

if (Number(process.versions.napi) < MIN_NODE_API)
	throw new Error(`SQLite needs Node.js 22.14 or newer; this is ${process.versions.node}.`);

/** The driver's database class. Importing this module throws on Node before 22.14. */
export const SQLite: typeof BetterSqlite3 = createRequire(import.meta.url)("better-sqlite3");

export type Connection = BetterSqlite3.Database;
