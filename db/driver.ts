/**
 * The SQLite driver that this Node can hold. better-sqlite3 12, the last for Node 20, ends the process on
 * Node 24.19 and newer: its objects ask for an environment that is not there while garbage is collected. 13
 * is built on Node-API, which Node 20 lacks too much of. Both speak the same.
 */
import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";

const require = createRequire(import.meta.url);
const nodeMajor = Number.parseInt(process.versions.node, 10);

export const SQLite: typeof BetterSqlite3 =
	nodeMajor >= 24 ? require("better-sqlite3-node24") : require("better-sqlite3");

export type Connection = BetterSqlite3.Database;
