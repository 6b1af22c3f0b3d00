/** Sites on a PostgreSQL server, each served by one or several web processes. */
import type { Db } from "db/database";
import { openDatabase } from "db/open";
import { startTestCluster } from "../../tests/support/postgres/global-setup";
import { type Site, startSite } from "../../tests/support/site/site";
import { leads, startNode } from "../../tests/support/site/site-nodes";

export const METRICS_TOKEN = "token-of-the-cluster-bench";

/** The settings of a server that keeps its data, in which those of tests differ. */
const DURABLE = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", autovacuum: "on" };

/** Limits of single clients do not apply, because a few addresses and viewers send everything. */
const ENVIRONMENT = { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn", METRICS_TOKEN };

/** Starts the server on which `startNodes` creates databases. */
export const startServer = () => startTestCluster(DURABLE);

export interface WebProcess {
	origin: string;
	port: number;
	pid: number;
	/** @throws with its log if the process has ended. */
	expectRunning(): void;
}

/** A site and its web processes. */
export interface Nodes {
	site: Site;
	leader: WebProcess;
	followers: readonly WebProcess[];
	/** The leader first. */
	all: readonly [WebProcess, ...WebProcess[]];
	close(): Promise<void>;
}

interface Options {
	env?: Record<string, string>;
	/** Load the example content. */
	seed?: boolean;
	/** Changes the migrated database before the processes start to serve it. */
	prepare?(db: Db): Promise<unknown>;
}

/**
 * Starts a site with `count` web processes on a new database.
 * @throws if not exactly one of them leads.
 */
export async function startNodes(count: number, { env, seed, prepare }: Options = {}): Promise<Nodes> {
	const site = await startSite({ engine: "postgres", seed, env: { ...ENVIRONMENT, ...env } });
	const others: Awaited<ReturnType<typeof startNode>>[] = [];
	async function close() {
		await Promise.all(others.map((node) => node.end("SIGKILL")));
		await site.close();
	}
	try {
		if (prepare) {
			await site.stop();
			const db = openDatabase(site.databaseUrl);
			await prepare(db).finally(() => db.destroy());
			await site.restart();
		}
		while (others.length < count - 1) others.push(await startNode(site));
		const processes = [site, ...others].map(({ origin, process: child, logs }) => ({
			...{ origin, port: Number(new URL(origin).port), pid: child.pid ?? 0 },
			expectRunning() {
				if (child.exitCode === null && child.signalCode === null) return;
				throw new Error(
					`a process has ended (${child.exitCode ?? child.signalCode}):\n${logs().slice(-3000)}`,
				);
			},
		}));
		const isLeader = await Promise.all(processes.map(leads));
		const [leader, second] = processes.filter((_, index) => isLeader[index]);
		if (!leader || second) throw new Error(`${second ? "Several" : "None"} of the processes lead.`);
		const followers = processes.filter((one) => one !== leader);
		return { site, leader, followers, all: [leader, ...followers], close };
	} catch (error) {
		await close();
		throw error;
	}
}
