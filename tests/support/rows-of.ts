import type { Db } from "db/database";
import { type Database, TABLES } from "db/schema";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";

type Table = keyof Database;
type Row<Name extends Table> = Selectable<Database[Name]>;
/** Values of columns; a list stands for any of its values. */
export type Where<Name extends Table> = {
	[Column in keyof Row<Name>]?: Row<Name>[Column] | readonly Row<Name>[Column][];
};

/** Entries by their number; other rows by their time. */
const byAge = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
	typeof one.id === "number" && typeof other.id === "number"
		? one.id - other.id
		: String(one.created_at).localeCompare(String(other.created_at));

const conditions = (where: object) => {
	const all = Object.entries(where).map(([column, value]) => {
		if (Array.isArray(value)) return sql`${sql.ref(column)} in (${sql.join(value)})`;
		return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
	});
	return all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
};

/** The rows of a table with the given values, oldest first. */
export async function rowsOf<Name extends Table>(
	db: Db,
	table: Name,
	where: Where<Name> = {},
): Promise<Row<Name>[]> {
	const { rows } = await sql<Row<Name>>`select * from ${sql.table(table)} ${conditions(where)}`.execute(db);
	return rows.sort(byAge);
}

/** The only row of a table with the given values. */
export async function rowOf<Name extends Table>(db: Db, table: Name, where: Where<Name>): Promise<Row<Name>> {
	const [row, ...others] = await rowsOf(db, table, where);
	if (!row || others.length > 0) throw new Error(`${table}: ${row ? others.length + 1 : 0} rows`);
	return row;
}

/** A row with the given values. The other columns that need a value get one of their type. */
export function exampleRow<Name extends Table>(table: Name, row: Partial<Insertable<Database[Name]>>) {
	const needed = Object.entries<string>(TABLES[table]).filter(
		([, text]) =>
			/not null|primary key/.test(text) && !/default|autoincrement|^(unique|check|primary key)/.test(text),
	);
	return {
		...Object.fromEntries(needed.map(([name, text]) => [name, exampleOf(name, text)])),
		...row,
	} as Insertable<Database[Name]>;
}

function exampleOf(name: string, text: string): string | number {
	const [, first = text.startsWith("integer") ? "1" : ""] = / in \('?([^',)]*)/.exec(text) ?? [];
	if (!text.startsWith("text")) return Number(first);
	if (name === "id") return crypto.randomUUID();
	return name.endsWith("_at") ? "2026-03-01T00:00:00.000Z" : first;
}

/** Adds an {@link exampleRow}. */
export async function addRow<Name extends Table>(
	db: Db,
	table: Name,
	values: Partial<Insertable<Database[Name]>>,
) {
	const row = exampleRow(table, values);
	const columns = Object.keys(row).map((column) => sql.ref(column));
	await sql`insert into ${sql.table(table)} (${sql.join(columns)})
		values (${sql.join(Object.values(row))})`.execute(db);
}

/** Changes the rows of a table with the given values. */
export async function changeRows<Name extends Table>(
	db: Db,
	table: Name,
	where: Where<Name>,
	change: Updateable<Database[Name]>,
) {
	const columns = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
	await sql`update ${sql.table(table)} set ${sql.join(columns)} ${conditions(where)}`.execute(db);
}
