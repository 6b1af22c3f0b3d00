import { filePathIn, isPostgresUrl } from "db/address";
import type { Database } from "db/schema";
import { SQLite } from "db/sqlite/driver";
import type { Insertable } from "kysely";
import type { Right } from "~/lib/rights";
import { connectSynchronously } from "../postgres/synchronous-client";
import { exampleRow } from "../rows-of";

export type Row = Record<string, unknown>;
type Value = string | number | null;

/** The rows of a running site's database. Every call blocks this process until the database has answered. */
export interface Rows {
	/** The rows of a statement with `?` for each value. */
	all(sql: string, ...values: Value[]): Row[];
	/** Adds an {@link exampleRow}. @returns its id. */
	add<Name extends keyof Database>(table: Name, row: Partial<Insertable<Database[Name]>>): string;
	/** The names of all tables, in their order. */
	tables(): string[];
	/** The first row. @throws if there is none. */
	one(sql: string, ...values: Value[]): Row;
	/** @returns the number of changed rows. */
	run(sql: string, ...values: Value[]): number;
	/** Runs several statements, which are separated by semicolons. */
	script(sql: string): void;
	close(): void;
}

/** Opens a second connection to the database of a site, on both engines. */
export function openRows(site: { databaseUrl: string }): Rows {
	const { databaseUrl } = site;
	const isOnPostgres = isPostgresUrl(databaseUrl);
	const rows = isOnPostgres ? postgresRows(databaseUrl) : sqliteRows(filePathIn(databaseUrl));
	const catalogue = isOnPostgres
		? "select table_name as name from information_schema.tables where table_schema = current_schema()"
		: "select name from sqlite_master where type = 'table'";
	return {
		...rows,
		add(table, values) {
			const row = exampleRow(table, values);
			const names = Object.keys(row);
			rows.run(
				`insert into ${table} (${names}) values (${names.map(() => "?")})`,
				...(Object.values(row) as Value[]),
			);
			return String((row as { id?: string }).id);
		},
		tables: () => rows.all(`${catalogue} order by name`).map(({ name }) => String(name)),
		one(sql, ...values) {
			const [row] = rows.all(sql, ...values);
			if (!row) throw new Error(`no row: ${sql}`);
			return row;
		},
	};
}

/** Gives a user these rights of a moderator and no other; they apply to the next request. */
export const giveRights = (rows: Rows, name: string, rights: readonly Right[], dailyPoints = 1_000_000) =>
	rows.run(
		`insert into moderators (user_id, rights, daily_points, revision, created_at)
		select id, ?, ${dailyPoints}, 1, '2026-01-01' from users where twitch_username = ?
		on conflict (user_id) do update set rights = excluded.rights`,
		...[JSON.stringify(rights), name],
	);

function sqliteRows(file: string): Omit<Rows, "one" | "tables" | "add"> {
	const database = new SQLite(file);
	database.pragma("busy_timeout = 5000");
	return {
		all: (sql, ...values) => database.prepare(sql).all(...values) as Row[],
		run: (sql, ...values) => database.prepare(sql).run(...values).changes,
		script: (sql) => void database.exec(sql),
		close: () => void database.close(),
	};
}

function postgresRows(url: string): Omit<Rows, "one" | "tables" | "add"> {
	const client = connectSynchronously(url);
	const query = (sql: string, values: Value[]) => client.query(withNumbers(sql), values);
	return {
		all: (sql, ...values) => query(sql, values).rows,
		run: (sql, ...values) => query(sql, values).count,
		script: (sql) => void client.query(sql, []),
		close: () => client.close(),
	};
}

/** Replaces each `?` with `$1`, `$2`, …; the statements of tests have no other question marks. */
function withNumbers(sql: string): string {
	let count = 0;
	return sql.replaceAll("?", () => `$${++count}`);
}
