/** Copies a whole database into another one, which may be of another engine. */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { findBroken, type Invariant } from "./audit";
import type { Db, Trx } from "./database";
import { type Catalogue, OperatorError, sessionOf } from "./engine";
import { transact } from "./transact";

interface Table {
	name: string;
	/** All columns, sorted by name. */
	columns: string[];
	/** The columns of the primary key, in its order. */
	key: string[];
}

type Row = Record<string, unknown>;

const PAGE = 500;
/** Below the limits of both engines, 32,766 and 65,535. */
const MAX_PARAMETERS = 30_000;

/**
 * Copies every row in one transaction of `target`, and the last given number of each column that counts. Compares the
 * number of rows and a digest of each table, and checks the invariants of the copy before the commit. The source is read
 * from one snapshot and not changed. Both databases must have the same schema, and `target` no rows; its tables must have been
 * created by the migrations.
 * @returns the number of rows.
 * @throws {OperatorError}, or any storage error. Nothing is stored then, and the copy can be started again.
 */
export const copyInto = (target: Db, source: Db, invariants: readonly Invariant[]): Promise<number> =>
	source.connection().execute(async (from) => {
		// A restored source has its tables in another order.
		const tables = await readTables(target, sessionOf(target).catalogue);
		await sql.raw(sessionOf(source).beginSnapshot).execute(from);
		try {
			return await transact(target, async (trx) => {
				let rows = 0;
				for (const table of tables) rows += await copyTable(table, from, trx);
				await copyCounters(tables, { source, from, target, trx });
				const broken = await findBroken(trx, invariants);
				if (broken.length > 0)
					throw new OperatorError(`The data violates invariants; repair it first:\n  ${broken.join("\n  ")}`);
				return rows;
			});
		} finally {
			await sql`rollback`.execute(from);
		}
	});

/** The tables but those of the migrations, in the order of their creation: each after those that it references. */
async function readTables(db: Db, { keys }: Catalogue): Promise<Table[]> {
	const found = await db.introspection.getTables();
	const rows = await query<{ table: string; column: string | null }>(db, keys);
	return [...new Set(rows.map(({ table }) => table))].flatMap((name) => {
		const columns = found.find((table) => table.name === name)?.columns.map((column) => column.name);
		if (!columns) return [];
		const key = rows.flatMap(({ table, column }) => (table === name ? (column ?? []) : []));
		if (key.length === 0) throw new Error(`the table ${name} has no primary key`);
		return { name, columns: columns.sort(), key };
	});
}

const query = async <Result>(db: Db, text: string) => (await sql.raw<Result>(text).execute(db)).rows;

/** @returns the number of rows. */
async function copyTable(table: Table, from: Db, trx: Trx): Promise<number> {
	if ((await readPage(table, trx)).length > 0) {
		throw new OperatorError("The database is not empty. Move into a new one.");
	}
	const given = await digestOf(table, from, (rows) => insert(table, rows, trx));
	const stored = await digestOf(table, trx);
	if (given.rows !== stored.rows || given.digest !== stored.digest) {
		throw new OperatorError(`The copy of ${table.name} differs: ${given.rows} and ${stored.rows} rows.`);
	}
	return given.rows;
}

/** Reads a table in the order of its key, and passes each page on. */
async function digestOf(table: Table, db: Db, use: (rows: Row[]) => Promise<void> = async () => {}) {
	const hash = createHash("sha256");
	let rows = 0;
	for (let page = await readPage(table, db); page.length > 0; page = await readPage(table, db, page.at(-1))) {
		for (const row of page) hash.update(`${JSON.stringify(table.columns.map((name) => plain(row[name])))}\n`);
		rows += page.length;
		await use(page);
	}
	return { rows, digest: hash.digest("hex") };
}

/** PostgreSQL's text cannot hold the character 0, which its dialect replaces. */
function plain(value: unknown): unknown {
	if (Buffer.isBuffer(value)) return value.toString("base64");
	return typeof value === "string" ? value.replaceAll("\0", "\u{FFFD}") : value;
}

const namesOf = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

async function readPage({ name, columns, key }: Table, db: Db, after?: Row): Promise<Row[]> {
	const condition: RawBuilder<unknown> = after
		? sql`where (${namesOf(key)}) > (${sql.join(key.map((column) => after[column]))})`
		: sql``;
	const order = namesOf(key);
	const page = sql<Row>`select ${namesOf(columns)} from ${sql.table(name)} ${condition} order by ${order} limit ${sql.lit(PAGE)}`;
	return (await page.execute(db)).rows;
}

async function insert({ name, columns }: Table, rows: Row[], trx: Trx): Promise<void> {
	const size = Math.floor(MAX_PARAMETERS / columns.length);
	for (let at = 0; at < rows.length; at += size) {
		const values = rows
			.slice(at, at + size)
			.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
		await sql`insert into ${sql.table(name)} (${namesOf(columns)}) values ${sql.join(values)}`.execute(trx);
	}
}

/** So that no number is given again, even if its row has been deleted. */
async function copyCounters(
	tables: readonly Table[],
	{ source, from, target, trx }: { source: Db; from: Db; target: Db; trx: Trx },
): Promise<void> {
	const { counters } = sessionOf(source).catalogue;
	for (const { table, value } of await query<{ table: string; value: number | null }>(from, counters)) {
		const column = tables.find(({ name }) => name === table)?.key[0];
		if (column === undefined || !value) continue;
		for (const statement of sessionOf(target).catalogue.setCounter({ table, column, value })) {
			await sql.raw(statement).execute(trx);
		}
	}
}
