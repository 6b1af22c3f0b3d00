import type { Socket } from "node:net";
import {
	HandleEmptyInListsPlugin,
	Kysely,
	type LogEvent,
	PostgresDialect,
	type PostgresPoolClient,
	replaceWithNoncontingentExpression,
	sql,
} from "kysely";
import { Client, type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import type { Db } from "../database";
import { type StatementListener, withSession } from "../engine";
import { postgresCatalogue } from "./catalogue";
import { AwayError, connectionErrorOf, postgresErrorOf } from "./errors";
import { createTransact, type Fence, MAX_ACTS } from "./transact";

/** Connections for reads outside of acts. */
const READERS = 8;
/** Maximum number of connections of a pool. */
export const POOL_SIZE = MAX_ACTS + READERS;
const CONNECT_MS = 3000;
/** How long a statement waits for a row of another transaction. */
const LOCK_WAIT_MS = 2000;
/** After this time the server ends a transaction whose process sends no statement. */
const IDLE_MS = 60_000;

/** Types whose texts are numbers: int8, and numeric, the type of sums. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);

const typeParsers = {
	getTypeParser: (type: number, format?: "text" | "binary") =>
		NUMBERS.has(type) && format !== "binary" ? Number : types.getTypeParser(type, format),
} as CustomTypesConfig;

/** The name by which the server knows the connections of a process. */
export const nameOf = (processId: string): string => `plateia ${processId}`.trim();

/** How each connection to a server is made. An `application_name` in the URL would replace the name of the process. */
export const connectionTo = (databaseUrl: string, processId = ""): ClientConfig => ({
	connectionString: databaseUrl.replace(/(?<=[?&])application_name=[^&#]*/g, ""),
	application_name: nameOf(processId),
	connectionTimeoutMillis: CONNECT_MS,
	keepAlive: true,
	types: typeParsers,
});

/** A connection to a server, outside of a pool. @param socket not connected yet. */
export function createClient(databaseUrl: string, processId?: string, socket?: Socket): Client {
	const client = new Client({
		...connectionTo(databaseUrl, processId),
		...(socket && { stream: () => socket }),
	});
	client.on("error", ignore);
	return client;
}

/** Listens to the end of a connection, which would end the process otherwise. The next statement reports it. */
const ignore = () => {};

/** Opens a pool of connections, which connect when they are needed. */
export function connect(
	databaseUrl: string,
	listener: StatementListener = {},
	processId?: string,
	fence?: Fence,
): Db {
	const pool = new Pool({
		...connectionTo(databaseUrl, processId),
		max: POOL_SIZE,
		lock_timeout: LOCK_WAIT_MS,
		idle_in_transaction_session_timeout: IDLE_MS,
	});
	pool.on("error", ignore);
	pool.on("connect", (client) => client.on("error", ignore));
	const clients = new WeakMap<PoolClient, PostgresPoolClient>();
	const db: Db = new Kysely({
		dialect: new PostgresDialect({
			pool: {
				async connect() {
					try {
						const client = await pool.connect();
						const known = clients.get(client) ?? wrapped(client);
						clients.set(client, known);
						return known;
					} catch (cause) {
						const error = connectionErrorOf(cause);
						listener.failed?.(error);
						throw error;
					}
				},
				end: () => pool.end(),
			},
		}),
		// SQLite takes `in ()`.
		plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
		log: (event) => report(event, listener),
	});
	return withSession(db, {
		catalogue: postgresCatalogue,
		transact: createTransact(db, fence, listener.acted),
		beginSnapshot: "begin isolation level repeatable read, read only",
		// Kysely's table of one row, which only migrations use.
		probeWrite: async () =>
			void (await sql`update kysely_migration_lock set is_locked = is_locked`.execute(db)),
		// The pool's limit is the same from the start.
		limitLockWait: async () => {},
	});
}

function report(event: LogEvent, { ran, failed }: StatementListener): void {
	if (event.level === "error") failed?.(event.error);
	ran?.(event.query.sql, event.queryDurationMillis);
}

/** A client whose errors are those of `errors.ts`. A broken one leaves the pool when it is released. */
function wrapped(client: PoolClient): PostgresPoolClient {
	let broken: Error | undefined;
	client.on("error", (error) => {
		broken = error;
	});
	const query = async (text: string, parameters: readonly unknown[] = []) => {
		const result = await client.query(text, parameters.map(storable)).catch((cause: unknown) => {
			const error = postgresErrorOf(cause);
			if (error instanceof AwayError) broken = error;
			throw error;
		});
		// The server answers the commit of a failed transaction with a rollback and no error.
		if (text === "commit" && result.command === "ROLLBACK") {
			throw new Error("an act continued after a statement had failed");
		}
		return result;
	};
	return {
		query: query as unknown as PostgresPoolClient["query"],
		release: () => client.release(broken),
	};
}

/** PostgreSQL's text cannot hold the character 0; SQLite's can. */
const storable = (value: unknown): unknown =>
	typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\u{FFFD}") : value;
