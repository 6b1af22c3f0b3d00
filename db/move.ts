/** Copies a whole database into another one, which may be of another engine. */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { checkInvariants, type Invariant } from "./audit";
import type { Db, Trx } from "./database";
import { type Catalogue, sessionOf } from "./engine";
import { transact } from "./transact";

/** The databases do not allow a move, or the copy differs. The message says why. Nothing was stored. */
export class MoveError extends Error {
	override name = "MoveError";
}

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
 * from one snapshot and not changed. Both databases must have the same schema, and `target` no rows.
 * @returns the number of rows.
 * @throws {MoveError}, or any storage error. Nothing is stored then, and the copy can be started again.
 */
export const copyInto = (target: Db, source: Db, invariants: readonly Invariant[]): Promise<number> =>
	source.connection().execute(async (from) => {
		const tables = await readTables(from, sessionOf(source).catalogue);
		await sql.raw(sessionOf(source).beginSnapshot).execute(from);
		try {
			return await transact(target, async (trx) => {
				let rows = 0;
				for (const table of tables) rows += await copyTable(table, from, trx);
				await copyCounters(tables, { source, from, target, trx });
				await requireSound(trx, invariants);
				return rows;
			});
		} finally {
			await sql`rollback`.execute(from);
		}
	});

/** @throws {MoveError} if an invariant does not hold. */
async function requireSound(db: Db, invariants: readonly Invariant[]): Promise<void> {
	const broken = (await checkInvariants(db, invariants)).filter(({ rows }) => rows.length > 0);
	if (broken.length === 0) return;
	const names = broken.map(({ name }) => name).join(", ");
	throw new MoveError(`The data violates invariants (${names}). Repair it first; plateia audit tells more.`);
}

/** The tables but those of the migrations, each after the tables that it references. */
async function readTables(db: Db, { keys, parents }: Catalogue): Promise<Table[]> {
	const found = (await db.introspection.getTables()).filter(({ isView }) => !isView);
	const keyRows = await query<{ table: string; column: string }>(db, keys);
	const parentRows = await query<{ table: string; parent: string }>(db, parents);
	const left = new Map(
		found.map(({ name, columns }): [string, Table] => [
			name,
			{
				name,
				columns: columns.map((column) => column.name).sort(),
				key: keyRows.flatMap((row) => (row.table === name ? row.column : [])),
			},
		]),
	);
	const ordered: Table[] = [];
	while (left.size > 0) {
		const waits = new Set(
			parentRows.flatMap(({ table, parent }) => (left.has(parent) && parent !== table ? table : [])),
		);
		const next = [...left.values()].filter(({ name }) => !waits.has(name));
		if (next.length === 0) throw new Error(`tables reference each other: ${[...left.keys()].join(", ")}`);
		for (const table of next) left.delete(table.name);
		ordered.push(...next);
	}
	return ordered;
}

const query = async <Result>(db: Db, text: string) => (await sql.raw<Result>(text).execute(db)).rows;

/** @returns the number of rows. */
async function copyTable(table: Table, from: Db, trx: Trx): Promise<number> {
	if ((await readPage(table, trx)).length > 0) {
		throw new MoveError("The database is not empty. Move into a new one.");
	}
	const given = await digestOf(table, from, (rows) => insert(table, rows, trx));
	const stored = await digestOf(table, trx);
	if (given.rows !== stored.rows || given.digest !== stored.digest) {
		throw new MoveError(`The copy of ${table.name} differs: ${given.rows} and ${stored.rows} rows.`);
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
