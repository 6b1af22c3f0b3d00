import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Cluster, JoinOptions } from "../engine";
import { createBus } from "./bus";
import { createClient } from "./dialect";
import { type Connection, createElection, type ElectionOptions } from "./election";
import { postgresErrorOf } from "./errors";
import { KEEP_ALIVE, SERVING_LOCK, takeServingLock } from "./serving-lock";
import type { Fence } from "./transact";

export interface ClusterOptions extends ElectionOptions {
	/** Interval of the heartbeats of the leader, with which it renews its row. */
	heartbeatMs?: number;
	/** Interval of the heartbeats of the other processes, which check whether the lease is free. */
	candidateMs?: number;
	/** A connection on which a heartbeat takes longer is replaced. */
	timeoutMs?: number;
	/** Pause before a connection is replaced. */
	reconnectMs?: number;
}

/**
 * Joins the processes that serve a database. A separate connection holds the shared lock, carries the messages and the heartbeats
 * of the election.
 * @param fence see {@link createElection}.
 * @returns undefined if another process still has exclusive use of the database after `waitMs`.
 * @throws the server's error, or AwayError.
 */
export async function joinCluster(
	databaseUrl: string,
	id: string,
	fence: Fence,
	{ waitMs, onLost = () => {}, onBroken = () => {} }: JoinOptions,
	options: ClusterOptions = {},
): Promise<Cluster | undefined> {
	const { heartbeatMs = 500, candidateMs = 200, timeoutMs = 2500, reconnectMs = 250 } = options;
	const { now = () => performance.now() } = options;
	const bus = createBus(id, (error) => connection?.abandon(error));
	const election = createElection(id, fence, lose, options);
	/** Replaced when it breaks. `abandon` ends it without waiting for the server. */
	let connection: (Connection & { abandon(cause: unknown): void }) | undefined;
	/** Whether this process has left, or has lost the lease or the lock. */
	let hasEnded = false;
	/** Ends the pause between two heartbeats. */
	let endPause = () => {};

	/** Ends the membership after the lease or the lock was lost. Nothing is published after it. */
	function lose(error: Error) {
		if (hasEnded) return;
		hasEnded = true;
		bus.stopSending();
		onLost(error);
	}

	/** @returns false if another process has exclusive use of the database. */
	async function connect(wait: number): Promise<boolean> {
		const socket = new Socket();
		const client = createClient(databaseUrl, id, socket);
		const abandon = (error: unknown) => {
			// `end` would wait for the server, which may not answer.
			socket.destroy();
			if (connection?.client !== client) return;
			connection = undefined;
			if (hasEnded) return;
			onBroken(postgresErrorOf(error));
			bus.suspend();
			endPause();
		};
		client.on("error", abandon);
		client.on("end", () => abandon(new Error("the connection has ended")));
		let timeout: NodeJS.Timeout | undefined;
		try {
			await client.connect();
			timeout = setTimeout(() => socket.destroy(), wait + timeoutMs);
			// A heartbeat must not wait for a slow disk, and may get lost with the server.
			await client.query(`${KEEP_ALIVE}; set lock_timeout = 500; set synchronous_commit = off`);
			if (!(await takeServingLock(client, "shared", wait))) {
				socket.destroy();
				return false;
			}
			await bus.listen(client);
		} catch (error) {
			socket.destroy();
			throw postgresErrorOf(error);
		} finally {
			clearTimeout(timeout);
		}
		connection = { client, connectedAt: now(), abandon };
		return true;
	}

	/** Runs statements on a connection, and abandons it if they fail or take too long. */
	async function tryOn(own: typeof connection, run: (own: Connection) => Promise<void>): Promise<void> {
		if (!own) return;
		const ended = new AbortController();
		try {
			await Promise.race([
				run(own),
				sleep(timeoutMs, undefined, { ref: false, signal: ended.signal }).then(() => {
					throw new Error("the server does not answer");
				}),
			]);
		} catch (error) {
			own.abandon(error);
		} finally {
			ended.abort();
		}
	}

	const tryHeartbeat = () => tryOn(connection, election.heartbeat);

	const pause = (ms: number) =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, ms).unref();
			endPause = () => {
				clearTimeout(timer);
				resolve();
			};
		});

	async function reconnect(): Promise<void> {
		await pause(reconnectMs);
		const isAllowed = hasEnded || (await connect(timeoutMs).catch(() => true));
		if (!isAllowed) return lose(new Error("another process has exclusive use of the database"));
		if (!hasEnded) await tryHeartbeat();
		// Not before the heartbeat: a process that has lost the lease publishes nothing.
		if (connection && !hasEnded) bus.resume(connection.client);
	}

	async function runHeartbeats(): Promise<void> {
		while (!hasEnded) {
			if (connection) {
				await pause(fence.epoch === undefined ? candidateMs : heartbeatMs);
				if (!hasEnded) await tryHeartbeat();
			} else await reconnect();
		}
	}

	if (!(await connect(waitMs))) return undefined;
	const connectedClient = (): Client => {
		if (!connection) throw postgresErrorOf(new Error("the connection has ended"));
		return connection.client;
	};
	bus.resume(connectedClient());
	let heartbeats: Promise<void> | undefined;

	return {
		id,
		isShared: true,
		bus,
		epoch: () => fence.epoch,
		// Without a connection it may count as killed, and another process may lead.
		isCurrent: () => connection !== undefined && election.isCurrent(),
		clockAheadMs: election.clockAheadMs,
		async becomeCandidate(lead) {
			bus.completeListeners();
			await election.becomeCandidate(connectedClient(), lead);
			await tryHeartbeat();
			// Without heartbeats another process becomes the leader.
			heartbeats = runHeartbeats().catch(lose);
			await election.whenStarted();
		},
		async withdraw() {
			election.withdraw();
			await election.whenStarted();
		},
		async runExclusively(change) {
			const client = connectedClient();
			await client.query(`select pg_advisory_unlock_shared(${SERVING_LOCK})`);
			const isAlone = await takeServingLock(client, "exclusive", waitMs);
			try {
				if (isAlone) await change();
			} finally {
				if (!(await takeServingLock(client, "shared", waitMs)))
					lose(new Error("another process has exclusive use of the database"));
				if (isAlone) await client.query(`select pg_advisory_unlock(${SERVING_LOCK})`);
			}
			return isAlone;
		},
		async leave() {
			hasEnded = true;
			endPause();
			await heartbeats;
			// If this fails, the lease becomes free when the row is no longer renewed. Before the first migration the tables are missing.
			await tryOn(connection, async ({ client }) => {
				await bus.flushed();
				await election.leave(client);
				await client.end();
			});
		},
	};
}
