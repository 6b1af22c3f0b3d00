import { sql } from "kysely";
import type { Db } from "../database";
import type { Processes } from "../engine";
import { POOL_SIZE } from "./dialect";

/** The server's clock in ms since 1970. */
export const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

interface NodeRow {
	id: string;
	host: string;
	started_at: number;
	silent: number;
	clock_ahead: number;
	epoch: number | null;
}

/** Reads the processes that serve the database, and the number of connections that the server allows. */
export async function readProcesses(db: Db): Promise<Processes> {
	const nodes = await sql
		.raw<NodeRow>(
			`select n.*, ${NOW} - n.seen_at as silent, l.epoch
				from nodes n left join leases l on l.name = 'games' and l.holder = n.id order by n.started_at, n.id`,
		)
		.execute(db);
	const { rows } = await sql
		.raw<{ now: number; allowed: number }>(
			`select ${NOW} as now, current_setting('max_connections')::integer
			- current_setting('superuser_reserved_connections')::integer as allowed`,
		)
		.execute(db);
	const [server = { now: 0, allowed: 0 }] = rows;
	return {
		nodes: nodes.rows.map((row) => ({
			...{ id: row.id, host: row.host, startedAt: new Date(row.started_at), epoch: row.epoch ?? undefined },
			...{ silentMs: row.silent, clockAheadMs: row.clock_ahead },
		})),
		now: new Date(server.now),
		connections: { allowed: server.allowed, perProcess: POOL_SIZE + 1 },
	};
}
