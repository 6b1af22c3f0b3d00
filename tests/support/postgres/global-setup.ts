/** Starts one PostgreSQL cluster for all projects that run on it. Each of them names this file as its global setup. */
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { runAsAdmin } from "./admin";
import { type Cluster, startCluster } from "./cluster";
import { CLUSTER_VARIABLE, TEMPLATE } from "./create-database";

/** @returns a function that stops the cluster; vitest calls it after the tests of all projects. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
	if (process.env[CLUSTER_VARIABLE]) return undefined;
	return (await startTestCluster()).remove;
}

/**
 * Starts the cluster in which this process and its children create their databases.
 * @param changes as those of `startCluster`.
 */
export async function startTestCluster(changes?: Parameters<typeof startCluster>[0]): Promise<Cluster> {
	const cluster = startCluster(changes);
	await buildTemplate(cluster);
	process.env[CLUSTER_VARIABLE] = cluster.folder;
	return cluster;
}

async function buildTemplate(cluster: Cluster): Promise<void> {
	await runAsAdmin(cluster.folder, `create database ${TEMPLATE}`);
	const db = openDatabase(cluster.url(TEMPLATE));
	try {
		await migrateToLatest(db);
	} finally {
		await db.destroy();
	}
	// A database with connections cannot be copied.
	await runAsAdmin(cluster.folder, `alter database ${TEMPLATE} with allow_connections false`);
}
