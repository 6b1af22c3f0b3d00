import { randomBytes } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import type { Db } from "../database";
import { type Engine, type ExclusiveUse, OperatorError } from "../engine";
import { type ClusterOptions, joinCluster } from "./cluster";
import { copiesOf } from "./copies";
import { connect, createClient } from "./dialect";
import { postgresErrorOf, stateOf } from "./errors";
import { readProcesses } from "./nodes";
import { takeExclusiveLock } from "./serving-lock";
import type { Fence } from "./transact";

/** `pg_current_xact_id` and `pg_xact_status` of 64-bit ids. */
const MIN_VERSION = 13;
const NO_DATABASE = "3D000";
const IN_USE = "55006";
const POOL_ATTEMPTS = 3;
const SCRATCH_PURPOSES = ["check", "restore"] as const;
/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;

interface Properties {
	version: number;
	encoding: string;
	collation: string;
	ctype: string;
	/** `c` for the C library's locales. */
	provider: string;
}

/** The engine of a database on a PostgreSQL server. `dataFolder` holds the site's key file. */
export function postgresEngine(
	databaseUrl: string,
	dataFolder: string,
	clusterOptions: ClusterOptions = {},
): Engine {
	const { host, user = "", database = "" } = new Client(databaseUrl);
	const name = `postgres://${user}@${host}/${database}`;
	const unfit = (reason: string) => new OperatorError(`The database ${name} cannot be used. ${reason}`);
	const copies = copiesOf(databaseUrl);
	const scratchPrefix = database.slice(0, MAX_NAME - 24);
	const toCreate = `create it with "createdb --template=template0 --encoding=UTF8 --locale=C ${database}".`;
	/** Part of the name of this process's connections, so that another process can end them. */
	const processId = randomBytes(6).toString("hex");
	const fence: Fence = {};
	let exclusiveUse: ExclusiveUse | undefined;

	/** @throws {OperatorError} if the database does not exist, or the error itself. */
	function refuseMissing(error: unknown): never {
		if (stateOf(error) !== NO_DATABASE) throw error;
		throw unfit(`It does not exist: ${toCreate}`);
	}

	async function readProperties(): Promise<Properties> {
		const client = createClient(databaseUrl);
		try {
			await client.connect();
			const { rows } = await client.query<Properties>(`
				select current_setting('server_version_num')::integer / 10000 as version,
					pg_encoding_to_char(encoding) as encoding, datcollate as collation, datctype as ctype,
					coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') as provider
				from pg_database d where datname = current_database()`);
			return rows[0] as Properties;
		} catch (error) {
			throw postgresErrorOf(error);
		} finally {
			await client.end().catch(() => {});
		}
	}

	/**
	 * Whether the sessions of clients change between their transactions, as behind PgBouncer in another mode than that of the session.
	 * Such a pool is tried some times, because other clients may use it at the same moment.
	 */
	async function isPooledByTransaction(): Promise<boolean> {
		const clients = [createClient(databaseUrl), createClient(databaseUrl)] as const;
		const [one, other] = clients;
		const readSession = async (client: Client) =>
			(await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
		try {
			await one.connect();
			await other.connect();
			const own = await readSession(one);
			for (let attempt = 0; attempt < POOL_ATTEMPTS; attempt += 1) {
				await other.query("begin");
				const others = await readSession(other);
				if (others === own || (await readSession(one)) !== own) return true;
				await other.query("rollback");
			}
			return false;
		} catch (error) {
			throw postgresErrorOf(error);
		} finally {
			for (const client of clients) await client.end().catch(() => {});
		}
	}

	async function checkUsable(): Promise<void> {
		const { version, encoding, collation, ctype, provider } = await readProperties().catch(refuseMissing);
		if (version < MIN_VERSION) {
			throw unfit(`It is PostgreSQL ${version}; the site needs ${MIN_VERSION} or later.`);
		}
		if (encoding !== "UTF8" || provider !== "c" || !isPlain(collation) || !isPlain(ctype))
			throw unfit(`Its encoding is ${encoding} and its locale ${collation}: ${toCreate}`);
		if (await isPooledByTransaction()) {
			throw unfit(
				"A pool in front of it gives each transaction another session, which loses locks and messages. Set PgBouncer's pool_mode to session.",
			);
		}
	}

	const inUse = (cause?: unknown) =>
		new OperatorError(`Another program has ${database} open. End it first.`, { cause });

	const scratchName = (purpose: (typeof SCRATCH_PURPOSES)[number]) =>
		`${scratchPrefix}_${purpose}_${randomBytes(6).toString("hex")}`;

	/** Restores a dump into a new database. */
	async function loadInto(name: string, file: string): Promise<{ db: Db; close(): Promise<void> }> {
		await copies.create(name);
		try {
			await copies.load(file, name);
		} catch (error) {
			await copies.drop(name);
			throw error;
		}
		const db = connect(copies.urlOf(name));
		return {
			db,
			async close() {
				await db.destroy();
				await copies.drop(name);
			},
		};
	}

	return {
		name,
		folder: dataFolder,
		keyFile: join(dataFolder, "plateia.key"),
		privateFiles: [join(dataFolder, "plateia.key")],
		backupName: "plateia.dump",

		async exists() {
			try {
				await readProperties();
				return true;
			} catch (error) {
				if (stateOf(error) === NO_DATABASE) return false;
				throw error;
			}
		},
		open: (listener) => connect(databaseUrl, listener, processId, fence),
		async takeExclusiveUse(waitMs) {
			exclusiveUse = await takeExclusiveLock(databaseUrl, waitMs).catch(refuseMissing);
			return exclusiveUse;
		},
		join: (options) =>
			joinCluster(databaseUrl, processId, fence, options, clusterOptions).catch(refuseMissing),
		checkUsable,
		markCorrupt() {},
		// The server reports damage when it reads a page. Here only the connection is tried.
		async findDamage() {
			await checkUsable();
			return [];
		},
		readProcesses,
		async readSize(db) {
			const { rows } = await sql<{
				bytes: number;
			}>`select pg_database_size(current_database()) as bytes`.execute(db);
			return { databaseBytes: rows[0]?.bytes };
		},
		async keepBefore(migration) {
			const name = (of: string) => `${database}.before-${of}.dump`;
			const kept = join(dataFolder, name(migration));
			const half = `${kept}.${processId}`;
			try {
				await copies.dump(half);
				await rename(half, kept);
			} finally {
				await rm(half, { force: true });
			}
			const older = (await readdir(dataFolder)).filter(
				(one) => one.startsWith(`${database}.before-`) && one.endsWith(".dump") && one !== name(migration),
			);
			for (const one of older) await rm(join(dataFolder, one));
			return kept;
		},

		bytesToCopy: () => copies.size(),
		copyTo: copies.dump,
		async findLeftoverCopies(db) {
			// A running backup or restore is connected to its copy.
			const { rows } = await sql<{ name: string }>`select datname as name from pg_database d
				where not exists (select 1 from pg_stat_activity a where a.datname = d.datname) order by datname`.execute(
				db,
			);
			const ending = new RegExp(`^_(${SCRATCH_PURPOSES.join("|")})_[0-9a-f]{12}$`);
			return rows.flatMap(({ name }) =>
				name.startsWith(scratchPrefix) && ending.test(name.slice(scratchPrefix.length)) ? [name] : [],
			);
		},
		openCopy: (file) => loadInto(scratchName("check"), file),
		async restore(file) {
			const name = scratchName("restore");
			const copy = await loadInto(name, file);
			return {
				...copy,
				async swap(stamp, before) {
					await copy.db.destroy();
					if (await copies.isInUse()) throw inUse();
					await before();
					// Its connection prevents the renaming.
					await exclusiveUse?.release();
					const kept = `${database.slice(0, MAX_NAME - 34)}_replaced_${stamp}`;
					try {
						await copies.rename([database, kept], [name, database]);
					} catch (error) {
						if (stateOf(error) !== IN_USE) throw error;
						throw inUse(error);
					}
					return kept;
				},
			};
		},
	};
}

/** Texts must sort by their code points, as in SQLite. */
const isPlain = (locale: string) => locale === "C" || locale === "POSIX";
