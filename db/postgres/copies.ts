/** Copies of a PostgreSQL database by its own programs, pg_dump and pg_restore, which must be on the PATH. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { OperatorError } from "../engine";
import { createClient } from "./dialect";
import { postgresErrorOf } from "./errors";

/** Settings in the query of a URL that libpq takes from the environment. */
const IN_ENVIRONMENT = ["sslmode", "sslrootcert", "sslcert", "sslkey"];

/** The connection for libpq's programs, without a password in their arguments. */
function environmentOf(databaseUrl: string): NodeJS.ProcessEnv {
	const { host, port, user, password, database } = new Client(databaseUrl);
	const options = new URLSearchParams(databaseUrl.split("?")[1]);
	const secure = IN_ENVIRONMENT.flatMap((name) => {
		const value = options.get(name);
		return value === null ? [] : [[`PG${name.toUpperCase()}`, value]];
	});
	return {
		...process.env,
		...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database },
		...(password ? { PGPASSWORD: password } : {}),
		...Object.fromEntries(secure),
	};
}

/** @throws {OperatorError} with what the program printed, or if it is not installed. */
async function run(program: string, args: string[], databaseUrl: string): Promise<void> {
	const child = spawn(program, args, {
		stdio: ["ignore", "ignore", "pipe"],
		env: environmentOf(databaseUrl),
	});
	try {
		const [[code], printed] = await Promise.all([once(child, "close"), text(child.stderr)]);
		if (code !== 0) throw new OperatorError(`${program} failed: ${printed.trim().slice(-500)}`);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		throw new OperatorError(
			`${program} is not installed: on Debian, "apt-get install postgresql-client" installs it.`,
			{ cause: error },
		);
	}
}

const dropSql = (name: string) => `drop database if exists ${escapeIdentifier(name)} with (force)`;

/** Makes and restores copies of a database. The methods throw OperatorError, the server's error, or AwayError. */
export function copiesOf(databaseUrl: string) {
	/** Runs statements on the server's maintenance database, and returns the first row of the last one. */
	async function onServer(...statements: string[]): Promise<Record<string, unknown> | undefined> {
		const client = createClient(urlOf("postgres"));
		try {
			await client.connect();
			let row: Record<string, unknown> | undefined;
			for (const statement of statements) row = (await client.query(statement)).rows[0];
			return row;
		} catch (error) {
			throw postgresErrorOf(error);
		} finally {
			await client.end().catch(() => {});
		}
	}

	/** The URL of another database on the same server. */
	const urlOf = (name: string): string =>
		databaseUrl.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, (_, server) => server + encodeURIComponent(name));

	return {
		urlOf,
		/** Writes a compressed dump of one snapshot of the database to a new file. */
		dump: (file: string) =>
			run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`], databaseUrl),
		/** Restores a dump into the empty database `name`. */
		load: (file: string, name: string) =>
			run(
				"pg_restore",
				["--exit-on-error", "--no-owner", "--no-privileges", `--dbname=${name}`, file],
				databaseUrl,
			),
		/** Creates an empty database that fits a site. */
		create: (name: string) =>
			onServer(
				`create database ${escapeIdentifier(name)} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
			),
		/** Drops a database, also one in use. */
		drop: (name: string) => onServer(dropSql(name)),
		/** Renames databases, of which none may be in use. */
		rename: (...names: readonly (readonly [from: string, to: string])[]) =>
			onServer(
				...names.map(
					([from, to]) => `alter database ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`,
				),
			),
		/** Whether the database has connections besides that of the lease. */
		async isInUse(): Promise<boolean> {
			const { database = "" } = new Client(databaseUrl);
			const row = await onServer(
				`select count(*) as connections from pg_stat_activity
					where datname = ${escapeLiteral(database)} and usesysid is not null`,
			);
			return Number(row?.connections) > 1;
		},
		/** The size of the database in bytes. */
		async size(): Promise<number> {
			const { database = "" } = new Client(databaseUrl);
			const row = await onServer(`select pg_database_size(${escapeLiteral(database)}) as bytes`);
			return Number(row?.bytes);
		},
	};
}
