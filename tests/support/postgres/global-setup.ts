/** Starts one PostgreSQL cluster for all projects that run on it. Each of them names this file as its global setup. */
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { runAsAdmin } from "./admin";
import { type Cluster, startCluster } from "./cluster";
import { CLUSTER_VARIABLE, TEMPLATE } from "./create-database";

/** @returns a function that stops the cluster; vitest calls it after the tests of all projects. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
	if (process.env[CLUSTER_VARIABLE]) return undefined;
	const cluster = startCluster();
	await buildTemplate(cluster);
	process.env[CLUSTER_VARIABLE] = cluster.folder;
	return cluster.remove;
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
