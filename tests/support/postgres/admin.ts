import pg from "pg";

const pools = new Map<string, pg.Pool>();

/**
 * Runs a statement on the maintenance database of a cluster.
 * @param folder the folder of the cluster's socket.
 */
export async function runAsAdmin(folder: string, statement: string): Promise<void> {
	let pool = pools.get(folder);
	if (!pool) {
		pool = new pg.Pool({
			...{ host: folder, user: "plateia", database: "postgres" },
			...{ max: 2, idleTimeoutMillis: 2000, allowExitOnIdle: true },
		});
		// The cluster may be stopped while a connection is idle.
		pool.on("error", () => {});
		pool.on("connect", (client) => client.on("error", () => {}));
		pools.set(folder, pool);
	}
	await pool.query(statement);
}
