import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { Database } from "db/schema";
import type { Selectable } from "kysely";
import { translationsOf } from "~/i18n/translations";
import type { RecordOf, RecordTable, RecordType } from "./record.server";

/** A record whose table is not known to the compiler. All tables of records have the columns that are used here. */
type Known = "slots";

const names = new Map<string, string>();

/** The name that a column has in the code. */
function camel(column: string): string {
	const name = names.get(column) ?? column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	names.set(column, name);
	return name;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns a row in the names of the code: see `RecordOf`. */
export function recordOf<Table extends keyof Database>(row: Selectable<Database[Table]>): RecordOf<Table> {
	const { updated_at: _, ...columns }: Readonly<Record<string, unknown>> = row;
	return Object.fromEntries(
		Object.entries(columns).map(([column, value]) => [
			camel(column),
			/^(is|has)_/.test(column)
				? value === 1
				: column === "translations"
					? translationsOf(String(value))
					: value,
		]),
	) as RecordOf<Table>;
}

type OfTable<Table extends RecordTable> = Pick<RecordType, "order"> & { table: Table };

/** All records in their order, or those whose columns have the given values. */
export async function findRecords<Table extends RecordTable>(
	db: Db | Trx,
	{ table, order }: OfTable<Table>,
	where: Readonly<Record<string, string | number>> = {},
): Promise<RecordOf<Table>[]> {
	let query = db.selectFrom(table as Known).selectAll();
	for (const [column, value] of Object.entries(where))
		query = query.where(column as "id", "=", value as string);
	for (const column of order) {
		query = query.orderBy(column.replace("-", "") as "id", column.startsWith("-") ? "desc" : "asc");
	}
	return (await query.execute()).map(recordOf<Known>) as unknown as RecordOf<Table>[];
}

const finders = new Map<string, ReturnType<typeof prepareFinder>>();

const prepareFinder = (table: RecordTable) =>
	prepared((db: Db | Trx, { id }: { id: string }) =>
		db
			.selectFrom(table as Known)
			.selectAll()
			.where("id", "=", id),
	);

/** Returns a record; undefined without one. */
export async function findRecord<Table extends RecordTable>(
	db: Db | Trx,
	{ table }: { table: Table },
	id: string,
): Promise<RecordOf<Table> | undefined> {
	const find = finders.get(table) ?? prepareFinder(table);
	finders.set(table, find);
	const [row] = (await find(db, { id })).rows;
	return row && (recordOf<Known>(row) as unknown as RecordOf<Table>);
}

/** Returns fields as columns. */
export const columnsOf = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			snake(name),
			typeof value === "boolean" ? Number(value) : name === "translations" ? JSON.stringify(value) : value,
		]),
	);

export async function insertRecord(trx: Trx, table: RecordTable, row: object): Promise<void> {
	await trx
		.insertInto(table as Known)
		.values(row as never)
		.execute();
}

/** Updates columns of a record. The caller increases the revision where it must. */
export async function updateRecord(
	trx: Trx,
	table: RecordTable,
	{ id, change }: { id: string; change: object },
): Promise<void> {
	await trx
		.updateTable(table as Known)
		.set(change)
		.where("id", "=", id)
		.execute();
}

export async function deleteRecord(trx: Trx, table: RecordTable, id: string): Promise<void> {
	await trx
		.deleteFrom(table as Known)
		.where("id", "=", id)
		.execute();
}
