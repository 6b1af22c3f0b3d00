/** Triggers for migrations. Names and conditions are inserted into the SQL as they are. */
import { type Kysely, PostgresAdapter, sql } from "kysely";

interface Trigger {
	name: string;
	table: string;
	/** What it reacts to, such as `update of name`. */
	event: string;
	/** SQL condition on `old` and `new`; always if undefined. */
	when?: string | undefined;
	message: string;
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Adds a trigger that aborts what it reacts to. */
async function addAbort(db: Kysely<unknown>, { name, table, event, when, message }: Trigger): Promise<void> {
	const head = `create trigger ${name} before ${event} on ${table}`;
	const condition = when === undefined ? "" : `when (${when})`;
	if (!isPostgres(db)) {
		await sql.raw(`${head} ${condition} begin select raise(abort, '${message}'); end`).execute(db);
		return;
	}
	await sql
		.raw(
			`create function ${name}() returns trigger language plpgsql as
			$$ begin raise exception '${message}' using errcode = 'restrict_violation'; end $$`,
		)
		.execute(db);
	const each = event === "truncate" ? "statement" : "row";
	await sql.raw(`${head} for each ${each} ${condition} execute function ${name}()`).execute(db);
}

/** Adds triggers that abort updates and deletes in `table`. */
export async function makeAppendOnly(db: Kysely<unknown>, table: string): Promise<void> {
	const events = ["update", "delete", ...(isPostgres(db) ? ["truncate"] : [])];
	for (const event of events) {
		await addAbort(db, { name: `${table}_no_${event}`, table, event, message: `${table} is append-only` });
	}
}

/**
 * Adds a trigger that aborts a change of `column` unless the SQL condition `rule` on `old` and `new` holds. At most one
 * trigger per column.
 */
export const allowChange = (
	db: Kysely<unknown>,
	table: string,
	column: string,
	rule: string,
): Promise<void> =>
	addAbort(db, {
		name: `${table}_${column}_change`,
		table,
		event: `update of ${column}`,
		when: `old.${column} is distinct from new.${column} and not (${rule})`,
		message: `${table}.${column} may not change like this`,
	});

/** Adds a trigger that aborts every change of `column`. At most one trigger per column. */
export const makeImmutable = (db: Kysely<unknown>, table: string, column: string): Promise<void> =>
	allowChange(db, table, column, "false");
