import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { runAsAdmin } from "./admin";
import { urlIn } from "./cluster";

/** Holds the folder of the test run's cluster. */
export const CLUSTER_VARIABLE = "PLATEIA_TEST_POSTGRES";

/** A migrated database without rows, which is copied. */
export const TEMPLATE = "plateia_template";

export interface PostgresDatabase {
	url: string;
	/** Ends its connections and removes it. */
	drop(): Promise<void>;
}

/**
 * Makes a database in the test run's cluster.
 * @param template `template0` for a database without tables.
 * @throws outside the projects on PostgreSQL.
 */
export async function createDatabase(template = TEMPLATE): Promise<PostgresDatabase> {
	const folder = clusterFolder();
	const name = `test_${randomBytes(8).toString("hex")}`;
	await runAsAdmin(folder, `create database ${name} template ${template} ${copyStrategy(folder)}`);
	return {
		url: urlIn(folder, name),
		drop: () => runAsAdmin(folder, `drop database if exists ${name} with (force)`),
	};
}

function clusterFolder(): string {
	const folder = process.env[CLUSTER_VARIABLE];
	if (!folder) throw new Error("PostgreSQL does not run for this project: it lacks the global setup.");
	return folder;
}

/** Copying files is twice as fast as the way that PostgreSQL 15 and later take by default. */
const copyStrategy = (folder: string): string =>
	Number(readFileSync(join(folder, "data/PG_VERSION"), "utf8")) >= 15 ? "strategy file_copy" : "";

/** A database that is lent again and again, with a connection that empties it: a new one takes longer than the rest. */
interface Lendable extends PostgresDatabase {
	client: pg.Client;
}

/** The databases of this process that no test uses. */
const free: Lendable[] = [];
/** The tables of the template, as `DESCRIBE` returns them. */
let described: string | undefined;

/**
 * Lends a migrated database without rows: one that a test has given back is emptied, which takes a hundredth of the time
 * of a copy. A database whose tables a test has changed is not lent again.
 * @returns its URL, and a function that gives it back.
 */
export async function borrowDatabase(): Promise<{ url: string; giveBack(): void }> {
	const known = free.pop();
	if (known && !(await emptied(known.client).catch(() => false))) {
		await known.drop();
		return borrowDatabase();
	}
	const database = known ?? (await createLendable());
	return { url: database.url, giveBack: () => void free.push(database) };
}

async function createLendable(): Promise<Lendable> {
	const database = await createDatabase();
	// It does not keep the process from its end.
	const client = new pg.Client({ connectionString: database.url, stream: () => new Socket().unref() });
	// A test may end its connection. Then the database is not lent again.
	client.on("error", () => {});
	await client.connect();
	described ??= await describe(client);
	return { ...database, client };
}

/**
 * Ends the other connections of a database, deletes all rows, and lets all counters start again.
 * @returns false if its tables differ from the template's.
 */
async function emptied(client: pg.Client): Promise<boolean> {
	await client.query(END_OTHERS);
	await client.query(DELETE_ALL);
	return (await describe(client)) === described;
}

const describe = async (client: pg.Client): Promise<string> => (await client.query(DESCRIBE)).rows[0].tables;

/** Ends the other connections, and waits until they are gone: with PostgreSQL 13 too. */
const END_OTHERS = `do $$
begin
	loop
		perform pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid();
		exit when not found;
		perform pg_sleep(0.001);
		perform pg_stat_clear_snapshot();
	end loop;
end $$`;

/** Without triggers and references, so that the order of the tables does not matter. */
export const DELETE_ALL = `do $$
declare
	name text;
begin
	set local session_replication_role = replica;
	for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
		execute format('delete from %I', name);
	end loop;
	for name in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
		perform setval(format('%I', name)::regclass, 1, false);
	end loop;
end $$`;

/** Columns, constraints, triggers and indexes in one text, and the migrations that have run. */
const DESCRIBE = `select md5(string_agg(line, ' ' order by line)) as tables from (
	select concat(attrelid::regclass, attname, atttypid, attnotnull) from pg_attribute
		where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
	union all select concat(conrelid::regclass, conname, convalidated) from pg_constraint
		where connamespace = 'public'::regnamespace
	union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
	union all select concat(indexrelid::regclass, indisunique) from pg_index
		where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
	union all select name from kysely_migration
) as lines(line)`;
