import type { Db } from "db/database";
import type { Database } from "db/schema";
import { sqliteDialect } from "db/sqlite/dialect";
import { SQLite } from "db/sqlite/driver";
import { type CompiledQuery, Kysely } from "kysely";
import type { Config } from "~/lib/config.server";
import { readUserTable } from "~/points/users/user-table.server";
import { SORTS } from "~/points/users/users";
import { readOrders } from "~/store/orders/orders.server";

const CONFIG = { SITE_TIMEZONE: "Europe/Lisbon" };
const SCAN = /^SCAN (orders|users|user_points)\b(?!.* USING (COVERING )?INDEX)/;

/** Runs `explain query plan` for each query of the tables. @returns a line for each full table scan. */
export async function explainScans(file: string): Promise<string[]> {
	const queries: CompiledQuery[] = [];
	const db: Db = new Kysely<Database>({
		dialect: sqliteDialect(file),
		log({ query }) {
			queries.push(query as CompiledQuery);
		},
	});
	const tools = { db, config: CONFIG as Config };
	for (const search of ["", "viewer79", "item 39"]) {
		for (const status of [undefined, "created"] as const) {
			await readOrders(tools, { status, search }, undefined, "en", { isAdmin: true });
		}
	}
	for (const search of ["", "v", "er79", "viewer79"]) {
		for (const sort of SORTS) await readUserTable(db, new URLSearchParams({ q: search, sort }));
	}
	await db.destroy();
	const database = new SQLite(file, { readonly: true });
	const scans = queries.flatMap(({ sql, parameters }) =>
		(database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[])
			.filter(({ detail }) => SCAN.test(detail))
			.map(({ detail }) => `${detail}: ${sql}`),
	);
	database.close();
	return scans;
}
