/** What tests do to a database that its schema and its server prevent, on both engines. */
import { type Kysely, sql } from "kysely";
import { isOnPostgres } from "./postgres/engine";

/** The messages of violated constraints. */
export const VIOLATED = {
	unique: /UNIQUE constraint failed|violates unique constraint/,
	check: /CHECK constraint failed|violates check constraint/,
	foreignKey: /FOREIGN KEY constraint failed|violates foreign key constraint/,
} as const;

/** The message of a statement on a table that does not exist. */
export const NO_SUCH_TABLE = /no such table|relation "\w+" does not exist/;

/** A column of every table that identifies its rows. */
export const ROW_ID = isOnPostgres ? "ctid" : "rowid";

// biome-ignore lint/suspicious/noExplicitAny: any database
type AnyDb = Kysely<any>;

interface Breakage {
	/** The trigger's name; by default that of the event and the table. */
	name?: string;
	event: "insert" | "update" | "delete";
	table: string;
	/** The message of the error. */
	message?: string;
	/** SQL condition on `old` and `new`; all rows without it. */
	when?: string;
}

/** Scripts that make writes to a table fail, and that let them succeed again. */
export function breaking(breakage: Breakage): { begin: string; end: string } {
	const { event, table, message = "broken", when, name = `broken_${event}_on_${table}` } = breakage;
	const head = `create trigger ${name} before ${event} on ${table}`;
	const condition = when === undefined ? "" : `when (${when})`;
	if (isOnPostgres) {
		return {
			begin: `create function ${name}() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$;
				${head} for each row ${condition} execute function ${name}()`,
			end: `drop function ${name}() cascade`,
		};
	}
	return {
		begin: `${head} ${condition} begin select raise(abort, '${message}'); end`,
		end: `drop trigger ${name}`,
	};
}

/** Makes writes to a table fail. @returns a function that lets them succeed again. */
export async function breakWrites(db: AnyDb, breakage: Breakage): Promise<() => Promise<void>> {
	const { begin, end } = breaking(breakage);
	await sql.raw(begin).execute(db);
	return async () => void (await sql.raw(end).execute(db));
}

/**
 * Removes the triggers, check constraints and foreign keys of a test's database, so that the test can store what an
 * external program may have stored. Unique constraints stay.
 */
export async function removeGuards(db: AnyDb): Promise<void> {
	if (isOnPostgres) {
		await sql
			.raw(
				`do $$ declare guard record; begin
					for guard in select conrelid::regclass as owner, conname as name from pg_constraint
						where contype in ('c', 'f') and connamespace = 'public'::regnamespace
						order by contype desc
					loop execute format('alter table %s drop constraint %I', guard.owner, guard.name); end loop;
					for guard in select tgrelid::regclass as owner, tgname as name from pg_trigger where not tgisinternal
					loop execute format('drop trigger %I on %s', guard.name, guard.owner); end loop;
				end $$`,
			)
			.execute(db);
		return;
	}
	const triggers = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
		db,
	);
	for (const { name } of triggers.rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
	await sql`pragma ignore_check_constraints = on`.execute(db);
	await sql`pragma foreign_keys = off`.execute(db);
}

/** Refuses all writes like a read-only database, or accepts them again. */
export async function setReadOnly(db: AnyDb, isReadOnly: boolean): Promise<void> {
	if (!isOnPostgres) {
		await sql`pragma query_only = ${sql.lit(isReadOnly ? 1 : 0)}`.execute(db);
		return;
	}
	// A setting of the database would apply to new connections only.
	const statement = isReadOnly
		? `create function refuse_write() returns trigger language plpgsql as
				$f$ begin raise exception 'cannot write in a read-only transaction' using errcode = '25006'; end $f$;
			do $$ declare name text; begin
				for name in select tablename from pg_tables where schemaname = 'public'
				loop execute format('create trigger refuse_write before insert or update or delete on %I
					for each statement execute function refuse_write()', name); end loop;
			end $$`
		: "drop function refuse_write() cascade";
	await sql.raw(statement).execute(db);
}

/** The names of a table's columns. */
export async function columnsOf(db: AnyDb, table: string): Promise<string[]> {
	const { rows } = isOnPostgres
		? await sql<{ name: string }>`select column_name as name from information_schema.columns
				where table_schema = 'public' and table_name = ${table}`.execute(db)
		: await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
	return rows.map(({ name }) => name);
}
